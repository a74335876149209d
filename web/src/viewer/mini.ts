/// Small boards as SVG text: a filled disc for the first player, a ring for the second.
import { coloursOf, skinOf } from '../board/frame';
import { sidePaint } from '../board/stones';
import { charAt, ownerOf, parseCell } from '../board/cells';
import type { View } from '../backend/types';
import type { TraceNode } from './types';

const UNIT = 10;
const KEPT = 2000;
const drawn = new Map<string, string>();

type Kind = Pick<View, 'game' | 'gravity'>;

function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

function draw(kind: Kind, board: string, last: readonly string[]): string {
  const rows = board.split('/');
  const cols = rows[0]?.length ?? 1;
  const width = cols * UNIT;
  const height = rows.length * UNIT;
  const colours = coloursOf(kind);
  const paths = { first: '', second: '', empty: '' };
  rows.forEach((_, i) => {
    for (let col = 0; col < cols; col++) {
      const row = rows.length - 1 - i;
      const owner = ownerOf(charAt({ rows }, { col, row }));
      const [x, y] = [(col + 0.5) * UNIT, (i + 0.5) * UNIT];
      if (owner) paths[owner] += disc(x, y, owner === 'first' ? 4.3 : 3.2);
      else paths.empty += skinOf(kind) === 'discs' ? disc(x, y, 3.6) : `M${x - 1} ${y}h2M${x} ${y - 1}v2`;
    }
  });
  const falling = skinOf(kind) === 'discs';
  const plate = colours === 'green-blue' ? 'slate' : 'board';
  const back = falling ? `var(--${plate})` : 'var(--card)';
  const halo = last
    .map((cell) => parseCell(cell))
    .map(({ col, row }) => `<circle cx="${(col + 0.5) * UNIT}" cy="${(rows.length - 0.5 - row) * UNIT}" r="4.9" fill="none" stroke="${falling ? '#fff' : 'var(--accent)'}" stroke-width="1.4"/>`)
    .join('');
  const empty = falling ? `fill="var(--hole)"` : `stroke="var(--ink-2)" stroke-width="0.8"`;
  return (
    `<svg viewBox="-1 -1 ${width + 2} ${height + 2}" aria-hidden="true" focusable="false">` +
    `<rect x="-1" y="-1" width="${width + 2}" height="${height + 2}" rx="5" fill="${back}" stroke="var(--line)"/>` +
    `<path d="${paths.empty}" ${empty}/>` +
    `<path d="${paths.first}" fill="var(--${sidePaint(colours, 'first')})"/>` +
    `<path d="${paths.second}" fill="${falling ? `var(--${plate}-2)` : 'var(--white)'}" stroke="var(--${colours === 'black-white' ? 'black' : sidePaint(colours, 'second')})" stroke-width="${colours === 'black-white' ? 1 : 2.4}"/>` +
    `${halo}</svg>`
  );
}

/** The picture of a node's board; the same board is drawn once. */
export function mini(kind: Kind, node: Pick<TraceNode, 'board' | 'last'>): string {
  const key = `${kind.game} ${kind.gravity} ${node.board} ${node.last.join(' ')}`;
  const known = drawn.get(key);
  if (known) return known;
  if (drawn.size >= KEPT) drawn.clear();
  const text = draw(kind, node.board, node.last);
  drawn.set(key, text);
  return text;
}
