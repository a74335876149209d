/// Nodes per depth as a picture with a logarithmic axis, and as a table to take away.
import type { Paint } from '../board/paint';
import { WAYS, type CompareRow, type Way } from './types';

/** Of a picture to keep; a narrow screen takes a narrower one, so that its letters can be read. */
export const WIDTH = 640;
const HEIGHT = 360;
const LEFT = 58;
const RIGHT = 16;
const TOP = 14;
const BOTTOM = 40;

/** Colour, dashes and shape: each line is told apart without colour too. */
const LOOKS: Record<Way, { paint: 'bad' | 'accent' | 'good' | 'spark' | 'ink-2'; dash: string; shape: 'disc' | 'square' | 'up' | 'down' | 'cross' }> = {
  minimax: { paint: 'bad', dash: '', shape: 'disc' },
  alphabeta: { paint: 'accent', dash: '', shape: 'square' },
  ordered: { paint: 'good', dash: '', shape: 'up' },
  deepening: { paint: 'ink-2', dash: '6 4', shape: 'down' },
  table: { paint: 'spark', dash: '2 4', shape: 'cross' },
};

export function marker(way: Way, x: number, y: number, paint: Paint): string {
  const { paint: name, shape } = LOOKS[way];
  const [fill, r] = [paint(name), 5];
  if (shape === 'disc') return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
  if (shape === 'square') return `<rect x="${x - r + 0.5}" y="${y - r + 0.5}" width="${2 * r - 1}" height="${2 * r - 1}" fill="${fill}"/>`;
  if (shape === 'up') return `<path d="M${x} ${y - r - 1}l${r + 1} ${2 * r}h${-2 * r - 2}z" fill="${fill}"/>`;
  if (shape === 'down') return `<path d="M${x} ${y + r + 1}l${r + 1} ${-2 * r}h${-2 * r - 2}z" fill="${fill}"/>`;
  return `<path d="M${x - r} ${y - r}l${2 * r} ${2 * r}M${x + r} ${y - r}l${-2 * r} ${2 * r}" stroke="${fill}" stroke-width="3"/>`;
}

export function known(rows: readonly CompareRow[]): Way[] {
  return WAYS.filter((way) => rows.some((row) => typeof row[way] === 'number'));
}

function power(exponent: number): string {
  const digits = [...String(exponent)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
  return exponent === 0 ? '1' : exponent === 1 ? '10' : `10${digits}`;
}

/** The chart as SVG text; `names` are the words of the legend, `axis` those below and beside it. */
export function chart(
  rows: readonly CompareRow[],
  names: Record<Way, string>,
  axis: { depth: string; nodes: string },
  paint: Paint,
  width = WIDTH,
): string {
  const ways = known(rows);
  const most = Math.max(10, ...rows.flatMap((row) => ways.map((way) => row[way] ?? 0)));
  const top = Math.ceil(Math.log10(most));
  const deepest = Math.max(2, ...rows.map((row) => row.depth));
  const x = (depth: number) => Math.round(LEFT + ((depth - 1) / (deepest - 1)) * (width - LEFT - RIGHT));
  const y = (nodes: number) => Math.round((TOP + (1 - Math.log10(Math.max(nodes, 1)) / top) * (HEIGHT - TOP - BOTTOM)) * 10) / 10;
  const text = (at: { x: number; y: number }, words: string, anchor: string) =>
    `<text x="${at.x}" y="${at.y}" text-anchor="${anchor}" font-size="15" fill="${paint('ink-2')}">${words}</text>`;
  let body = '';
  for (let exponent = 0; exponent <= top; exponent++) {
    const at = y(10 ** exponent);
    body += `<path d="M${LEFT} ${at}H${width - RIGHT}" stroke="${paint('line')}"/>` + text({ x: LEFT - 8, y: at + 5 }, power(exponent), 'end');
  }
  for (let depth = 1; depth <= deepest; depth++) body += text({ x: x(depth), y: HEIGHT - BOTTOM + 20 }, String(depth), 'middle');
  body += text({ x: width - RIGHT, y: HEIGHT - 4 }, axis.depth, 'end') + text({ x: 4, y: HEIGHT - 4 }, axis.nodes, 'start');
  let lines = '';
  for (const way of ways) {
    const points = rows.flatMap((row) => (typeof row[way] === 'number' ? [[x(row.depth), y(row[way])] as const] : []));
    const { paint: name, dash } = LOOKS[way];
    lines += `<path d="M${points.map(([px, py]) => `${px} ${py}`).join('L')}" fill="none" stroke="${paint(name)}" stroke-width="2.5"${dash ? ` stroke-dasharray="${dash}"` : ''} stroke-linejoin="round"/>`;
    lines += points.map(([px, py]) => marker(way, px, py, paint)).join('');
  }
  const room = `<rect x="${LEFT + 4}" y="${TOP + 1}" width="${40 + 8.2 * Math.max(0, ...ways.map((way) => names[way].length))}" height="${ways.length * 21 + 6}" fill="${paint('card')}"/>`;
  const legend = ways
    .map((way, i) => `<g transform="translate(${LEFT + 14} ${TOP + 14 + i * 21})">${marker(way, 0, 0, paint)}<text x="13" y="5" font-size="15" fill="${paint('ink')}">${names[way]}</text></g>`)
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" font-family="system-ui, sans-serif"><rect width="${width}" height="${HEIGHT}" fill="${paint('card')}"/>${body}${room}${lines}${legend}</svg>`;
}

/** The table as CSV; what is beyond the limits stays empty. */
export function csv(rows: readonly CompareRow[]): string {
  const ways = known(rows);
  const lines = rows.map((row) => [row.depth, ...ways.map((way) => row[way] ?? '')].join(','));
  return [['depth', ...ways].join(','), ...lines, ''].join('\n');
}

/** How many times more nodes each level costs, on average over the levels known. */
export function growth(rows: readonly CompareRow[], way: Way): number | null {
  const counts = rows.flatMap((row) => (typeof row[way] === 'number' ? [row[way]] : []));
  if (counts.length < 3) return null;
  return (counts[counts.length - 1]! / counts[0]!) ** (1 / (counts.length - 1));
}
