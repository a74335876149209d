/// The board as SVG text: pure functions from a view and its marks to layers.
/// Layers are separate strings so that a mark can change without touching the stones.
import type { Cell, Side, View } from '../backend/types';
import { cellText, charAt, isBomb, ownerOf, parseCell, typedMove, type Spot } from './cells';
import { centre, frameOf, type Frame } from './frame';
import { livePaint, type Paint } from './paint';
import { n, stone } from './stones';

export interface ScoreMark {
  move: string;
  text: string;
  best: boolean;
  tone: 'good' | 'bad' | 'even';
}

export interface Marks {
  /** Scores of moves, drawn above columns or on cells. */
  scores: ScoreMark[];
  /** The move a hint points at. */
  hint: string | null;
  /** The move under the pointer or waiting to be confirmed. */
  ghost: string | null;
  /** Sums of a heuristic's points by cell. */
  heat: Map<Cell, number>;
  /** The cells of the part being looked at, with its points. */
  part: { cells: Cell[]; points: number } | null;
  /** Draw cross and ring on black and white stones too. */
  shapes: boolean;
}

export const NO_MARKS: Marks = { scores: [], hint: null, ghost: null, heat: new Map(), part: null, shapes: false };

export function spots(frame: Frame): Spot[] {
  const all: Spot[] = [];
  for (let row = frame.rows - 1; row >= 0; row--) for (let col = 0; col < frame.cols; col++) all.push({ col, row });
  return all;
}

function label(x: number, y: number, text: string, paint: Paint, size: number): string {
  return `<text x="${n(x)}" y="${n(y)}" text-anchor="middle" font-size="${size}" fill="${paint('ink-2')}">${text}</text>`;
}

function coordinates(view: View, frame: Frame, paint: Paint): string {
  const size = frame.skin === 'lines' ? 15 : 17;
  let text = '';
  for (let col = 0; col < frame.cols; col++) {
    const name = typedMove(view, { col, row: 0 }).replace(/\d+$/, (digits) => (view.gravity ? digits : ''));
    text += label(centre(frame, { col, row: 0 }).x, frame.height - 9, name, paint, size);
  }
  if (frame.skin === 'discs') return text;
  for (let row = 0; row < frame.rows; row++) {
    const { y } = centre(frame, { col: 0, row });
    text += label(frame.left / 2 - 1, y + size * 0.35, String(row + 1), paint, size);
  }
  return text;
}

/** What lies behind the stones. */
export function ground(view: View, frame: Frame, paint: Paint = livePaint): string {
  const { left, top, cell, cols, rows } = frame;
  if (frame.skin === 'discs') {
    return `<rect x="${left}" y="${top}" width="${cols * cell}" height="${rows * cell}" rx="18" fill="${paint('hole')}"/>`;
  }
  if (frame.skin === 'squares') return squares(frame, paint) + coordinates(view, frame, paint);
  return crossings(frame, paint) + coordinates(view, frame, paint);
}

function squares({ left, top, cell, cols, rows }: Frame, paint: Paint): string {
  let path = '';
  for (let col = 1; col < cols; col++) path += `M${left + col * cell} ${top}v${rows * cell}`;
  for (let row = 1; row < rows; row++) path += `M${left} ${top + row * cell}h${cols * cell}`;
  return `<rect x="${left}" y="${top}" width="${cols * cell}" height="${rows * cell}" rx="12" fill="${paint('card')}" stroke="${paint('ink-2')}" stroke-width="2"/><path d="${path}" stroke="${paint('ink-2')}" stroke-width="2"/>`;
}

function crossings(frame: Frame, paint: Paint): string {
  const { left, top, cell, cols, rows } = frame;
  const half = cell / 2;
  let path = '';
  for (let col = 0; col < cols; col++) path += `M${left + half + col * cell} ${top + half}v${(rows - 1) * cell}`;
  for (let row = 0; row < rows; row++) path += `M${left + half} ${top + half + row * cell}h${(cols - 1) * cell}`;
  const card = `<rect x="${left}" y="${top}" width="${cols * cell}" height="${rows * cell}" rx="10" fill="${paint('card')}" stroke="${paint('line')}"/>`;
  const stars = starPoints(cols, rows)
    .map((spot) => centre(frame, spot))
    .map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="4" fill="${paint('ink-2')}"/>`);
  return `${card}<path d="${path}" stroke="${paint('ink-2')}" stroke-width="1.1"/>${stars.join('')}`;
}

function starPoints(cols: number, rows: number): Spot[] {
  const middle = { col: (cols - 1) / 2, row: (rows - 1) / 2 };
  const stars: Spot[] = Number.isInteger(middle.col) && Number.isInteger(middle.row) ? [middle] : [];
  if (cols < 13 || rows < 13) return stars;
  for (const col of [3, cols - 4]) for (const row of [3, rows - 4]) stars.push({ col, row });
  return stars;
}

/** The stones, each in a group that carries its cell so that motion can find it. */
export function stones(view: View, frame: Frame, shapes: boolean, paint: Paint = livePaint): string {
  const won = new Set(view.line);
  let text = '';
  for (const spot of spots(frame)) {
    const char = charAt(view, spot);
    const side = ownerOf(char);
    if (!side) continue;
    const cell = cellText(spot);
    const { x, y } = centre(frame, spot);
    const dim = won.size > 0 && !won.has(cell) ? ' opacity="0.38"' : '';
    text += `<g data-cell="${cell}"${dim}>${stone(frame, side, x, y, { bomb: isBomb(char), shapes }, paint)}</g>`;
  }
  return text;
}

/** The plate of a falling board, its holes cut out; nothing for boards without one. */
export function plate(view: View, frame: Frame, paint: Paint = livePaint): string {
  if (frame.skin !== 'discs') return '';
  const { left, top, cell, cols, rows } = frame;
  const slate = frame.colours === 'green-blue';
  const r = cell * 0.395;
  const w = cols * cell;
  const h = rows * cell;
  let path = `M${left + 18} ${top}h${w - 36}a18 18 0 0 1 18 18v${h - 36}a18 18 0 0 1 -18 18h${-(w - 36)}a18 18 0 0 1 -18 -18v${-(h - 36)}a18 18 0 0 1 18 -18z`;
  for (const spot of spots(frame)) {
    const { x, y } = centre(frame, spot);
    path += `M${n(x - r)} ${y}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0z`;
  }
  const body = `<path d="${path}" fill-rule="evenodd" fill="${paint(slate ? 'slate' : 'board')}" stroke="${paint(slate ? 'slate-2' : 'board-2')}" stroke-width="2"/>`;
  return body + coordinates(view, frame, paint);
}

function lastMoveMark(view: View, frame: Frame, paint: Paint): string {
  return view.effects
    .flatMap((effect) => ('placed' in effect ? [effect.placed] : []))
    .map((cell) => {
      const { x, y } = centre(frame, parseCell(cell));
      if (frame.skin === 'discs') {
        return `<circle cx="${x}" cy="${y}" r="${n(frame.cell * 0.43)}" fill="none" stroke="${paint('halo')}" stroke-width="3.5"/>`;
      }
      if (frame.skin === 'squares') {
        return `<rect x="${x - frame.cell / 2 + 4}" y="${y - frame.cell / 2 + 4}" width="${frame.cell - 8}" height="${frame.cell - 8}" rx="8" fill="none" stroke="${paint('accent')}" stroke-width="2.5"/>`;
      }
      return `<circle cx="${x}" cy="${y}" r="5" fill="${paint('accent')}" stroke="${paint('card')}" stroke-width="1.5"/>`;
    })
    .join('');
}

function winningLine(view: View, frame: Frame, paint: Paint): string {
  if (view.line.length < 2) return '';
  const points = view.line.map((cell) => centre(frame, parseCell(cell)));
  points.sort((a, b) => a.x - b.x || a.y - b.y);
  const from = points[0]!;
  const to = points[points.length - 1]!;
  const d = `M${n(from.x)} ${n(from.y)}L${n(to.x)} ${n(to.y)}`;
  const width = frame.cell * 0.12;
  return `<g class="win" fill="none" stroke-linecap="round"><path d="${d}" stroke="${paint('card')}" stroke-width="${n(width + 4)}"/><path d="${d}" stroke="${paint('ink')}" stroke-width="${n(width)}"/></g>`;
}

function forbidden(view: View, frame: Frame, paint: Paint): string {
  return view.forbidden
    .map((cell) => {
      const { x, y } = centre(frame, parseCell(cell));
      return `<path d="M${x - 6} ${y - 6}l12 12M${x + 6} ${y - 6}l-12 12" stroke="${paint('bad')}" stroke-width="3" stroke-linecap="round"/>`;
    })
    .join('');
}

function ghost(view: View, frame: Frame, move: string, crowded: boolean, shapes: boolean, paint: Paint): string {
  const landing = view.landing[move];
  if (!landing) return '';
  const { x, y } = centre(frame, parseCell(landing));
  const look = { bomb: false, shapes };
  const resting = `<g opacity="0.45">${stone(frame, view.turn, x, y, look, paint)}</g>`;
  // Where discs fall, the one in the hand waits above its column unless a score stands there.
  return frame.skin === 'discs' && frame.top > frame.cell / 2 && !crowded ? resting + stone(frame, view.turn, x, 30, look, paint) : resting;
}

function hintMark(view: View, frame: Frame, move: string, paint: Paint): string {
  const landing = view.landing[move];
  if (!landing) return '';
  const spot = parseCell(landing);
  const { x, y } = centre(frame, spot);
  const ring = `<circle cx="${x}" cy="${y}" r="${n(frame.cell * 0.4)}" fill="none" stroke="${paint('good')}" stroke-width="${frame.skin === 'lines' ? 3.5 : 5}" stroke-dasharray="7 5"/>`;
  if (frame.skin !== 'discs') return ring;
  return `${ring}<path d="M${x - 12} ${frame.top - 26}h24l-12 16z" fill="${paint('good')}"/>`;
}

function scoreChip(view: View, frame: Frame, mark: ScoreMark, paint: Paint): string {
  const landing = view.landing[mark.move];
  if (!landing) return '';
  const { x, y: cellY } = centre(frame, parseCell(landing));
  const top = frame.skin === 'discs';
  const y = top ? 28 : cellY;
  const room = frame.skin === 'lines' ? frame.cell + 4 : 58;
  const size = Math.min(26, room / (mark.text.length * 0.66));
  const w = frame.skin === 'lines' ? frame.cell - 2 : Math.max(46, Math.min(60, mark.text.length * size * 0.66 + 8));
  const h = frame.skin === 'lines' ? 32 : 38;
  const fill = mark.best ? paint('good') : paint('card');
  const stroke = mark.best ? paint('good') : mark.tone === 'bad' ? paint('bad') : paint('line');
  const ink = mark.best ? paint('good-ink') : paint('ink');
  return `<g data-score="${mark.move}"><rect x="${n(x - w / 2)}" y="${n(y - h / 2)}" width="${n(w)}" height="${h}" rx="9" fill="${fill}" stroke="${stroke}" stroke-width="1.5"/><text x="${n(x)}" y="${n(y + size * 0.35)}" text-anchor="middle" font-size="${n(size)}" font-weight="${mark.best ? 800 : 650}" fill="${ink}">${mark.text}</text></g>`;
}

function heatMap(view: View, frame: Frame, heat: Map<Cell, number>, paint: Paint): string {
  const taken = (cell: Cell) => ownerOf(charAt(view, parseCell(cell))) !== null;
  const most = Math.max(...[...heat.values()].map(Math.abs), 1e-9);
  let text = '';
  for (const [cell, points] of heat) {
    if (points === 0) continue;
    const { x, y } = centre(frame, parseCell(cell));
    const tone = paint(points > 0 ? 'good' : 'bad');
    const strength = 0.14 + 0.5 * (Math.abs(points) / most);
    const r = frame.skin === 'discs' ? frame.cell * 0.39 : frame.cell * 0.47;
    // A stone keeps its colour: its points are a ring around it.
    text += taken(cell)
      ? `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="none" stroke="${tone}" stroke-width="5" opacity="${n(0.4 + strength)}"/>`
      : `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${tone}" opacity="${n(strength)}"/>`;
  }
  return text;
}

function partMark(frame: Frame, part: NonNullable<Marks['part']>, paint: Paint): string {
  const tone = paint(part.points >= 0 ? 'good' : 'bad');
  return part.cells
    .map((cell) => centre(frame, parseCell(cell)))
    .map(({ x, y }) => {
      const half = frame.cell / 2 - 3;
      return `<rect x="${n(x - half)}" y="${n(y - half)}" width="${n(2 * half)}" height="${n(2 * half)}" rx="8" fill="none" stroke="${tone}" stroke-width="5"/>`;
    })
    .join('');
}

/** Everything drawn over the stones. */
export function marks(view: View, frame: Frame, marked: Marks, paint: Paint = livePaint): string {
  let text = heatMap(view, frame, marked.heat, paint);
  text += lastMoveMark(view, frame, paint) + forbidden(view, frame, paint) + winningLine(view, frame, paint);
  if (marked.part) text += partMark(frame, marked.part, paint);
  if (marked.ghost) text += ghost(view, frame, marked.ghost, marked.scores.length > 0 || marked.hint !== null, marked.shapes, paint);
  if (marked.hint) text += hintMark(view, frame, marked.hint, paint);
  // The best move is drawn last: nothing may cover it.
  const ordered = [...marked.scores].sort((a, b) => Number(a.best) - Number(b.best));
  return text + ordered.map((mark) => scoreChip(view, frame, mark, paint)).join('');
}

/** A whole picture in one string, for saving. */
export function picture(view: View, frame: Frame, marked: Marks, paint: Paint): string {
  const { width, height } = frame;
  const back = `<rect width="${width}" height="${height}" fill="${paint('paper')}"/>`;
  const layers = ground(view, frame, paint) + stones(view, frame, marked.shapes, paint) + plate(view, frame, paint) + marks(view, frame, marked, paint);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif">${back}${layers}</svg>`;
}

export function swatch(view: Pick<View, 'game' | 'gravity'>, side: Side, shapes: boolean): string {
  const frame = frameOf({ ...view, cols: 1, rows: ['.'] });
  const { x, y } = centre(frame, { col: 0, row: 0 });
  const half = frame.cell / 2;
  return `<svg viewBox="${n(x - half)} ${n(y - half)} ${frame.cell} ${frame.cell}" class="swatch" aria-hidden="true">${stone(frame, side, x, y, { bomb: false, shapes }, livePaint)}</svg>`;
}
