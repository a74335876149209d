/// The board as SVG text: pure functions from a view and its marks to layers.
/// Layers are separate strings so that a mark can change without touching the stones.
import type { Side, View } from '../backend/types';
import { cellText, charAt, isBomb, ownerOf, typedMove, type Spot } from './cells';
import { centre, frameOf, type Frame } from './frame';
import { marks, type Marks } from './marks';
import { livePaint, type Paint } from './paint';
import { legible, n, stone } from './stones';

export function spots(frame: Frame): Spot[] {
  const all: Spot[] = [];
  for (let row = frame.rows - 1; row >= 0; row--) for (let col = 0; col < frame.cols; col++) all.push({ col, row });
  return all;
}

function label(x: number, y: number, text: string, paint: Paint, size: number): string {
  return `<text x="${n(x)}" y="${n(y)}" text-anchor="middle" font-size="${n(size)}" fill="${paint('ink-2')}">${text}</text>`;
}

function coordinates(view: View, frame: Frame, unit: number, cells: boolean, paint: Paint): string {
  const size = legible(frame.skin === 'lines' ? 15 : 17, unit);
  const bottom = frame.top + frame.rows * frame.cell;
  // Letters hang below their line, so there must be room under it too.
  const y = bottom + Math.min(size + 4, frame.height - bottom - size * 0.28);
  let text = '';
  for (let col = 0; col < frame.cols; col++) {
    const spot = { col, row: 0 };
    const letter = cellText(spot).slice(0, 1);
    const typed = typedMove(view, spot);
    // Where columns are typed as digits, reasons and parts still speak of cells: both names stand there.
    const name = !view.gravity || typed === letter ? letter : cells ? `${typed} · ${letter}` : typed;
    text += label(centre(frame, spot).x, y, name, paint, size);
  }
  if (frame.skin === 'discs' && !cells) return text;
  for (let row = 0; row < frame.rows; row++) {
    const { y: middle } = centre(frame, { col: 0, row });
    text += label(frame.left / 2 - 1, middle + size * 0.35, String(row + 1), paint, size);
  }
  return text;
}

export interface Scale {
  /** Drawing units in one pixel of the screen. */
  unit?: number;
  /** Name the cells of falling boards too, as reasons and parts do. */
  cells?: boolean;
  /** No letters and numbers around the board. */
  bare?: boolean;
}

/** What lies behind the stones. */
export function ground(view: View, frame: Frame, { unit = 1, bare = false }: Scale = {}, paint: Paint = livePaint): string {
  const { left, top, cell, cols, rows } = frame;
  if (frame.skin === 'discs') {
    return `<rect x="${left}" y="${top}" width="${cols * cell}" height="${rows * cell}" rx="18" fill="${paint('hole')}"/>`;
  }
  const field = frame.skin === 'squares' ? squares(frame, paint) : crossings(frame, paint);
  return bare ? field : field + coordinates(view, frame, unit, true, paint);
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
  const card = `<rect x="${left}" y="${top}" width="${cols * cell}" height="${rows * cell}" rx="10" fill="${paint('ground')}" stroke="${paint('ground-line')}" stroke-opacity="0.5"/>`;
  const stars = starPoints(cols, rows)
    .map((spot) => centre(frame, spot))
    .map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="4" fill="${paint('ground-line')}"/>`);
  return `${card}<path d="${path}" stroke="${paint('ground-line')}" stroke-width="1.1"/>${stars.join('')}`;
}

function starPoints(cols: number, rows: number): Spot[] {
  const middle = { col: (cols - 1) / 2, row: (rows - 1) / 2 };
  const stars: Spot[] = Number.isInteger(middle.col) && Number.isInteger(middle.row) ? [middle] : [];
  if (cols < 13 || rows < 13) return stars;
  for (const col of [3, cols - 4]) for (const row of [3, rows - 4]) stars.push({ col, row });
  return stars;
}

/** The stones, each in a group that carries its cell so that motion can find it. */
export function stones(view: View, frame: Frame, look: Pick<Marks, 'shapes' | 'numbers'>, paint: Paint = livePaint): string {
  const won = new Set(view.line);
  let text = '';
  for (const spot of spots(frame)) {
    const char = charAt(view, spot);
    const side = ownerOf(char);
    if (!side) continue;
    const cell = cellText(spot);
    const { x, y } = centre(frame, spot);
    const dim = won.size > 0 && !won.has(cell) ? ' opacity="0.38"' : '';
    text += `<g data-cell="${cell}"${dim}>${stone(frame, side, x, y, { bomb: isBomb(char), shapes: look.shapes, plain: look.numbers.has(cell) }, paint)}</g>`;
  }
  return text;
}

/** The plate of a falling board, its holes cut out; nothing for boards without one. */
export function plate(view: View, frame: Frame, { unit = 1, cells = false, bare = false }: Scale = {}, paint: Paint = livePaint): string {
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
  return bare ? body : body + coordinates(view, frame, unit, cells, paint);
}

/** A whole picture in one string, for saving. */
export function picture(view: View, frame: Frame, marked: Marks, paint: Paint): string {
  const { width, height } = frame;
  const back = `<rect width="${width}" height="${height}" fill="${paint('paper')}"/>`;
  const layers = ground(view, frame, {}, paint) + stones(view, frame, marked, paint) + plate(view, frame, {}, paint) + marks(view, frame, marked, 1, paint);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif">${back}${layers}</svg>`;
}

/** A stone beside a name; stones of crossings lie on their ground, or a black one would be lost in the dark. */
export function swatch(view: Pick<View, 'game' | 'gravity'>, side: Side, shapes: boolean): string {
  const frame = frameOf({ ...view, cols: 1, rows: ['.'] });
  const { x, y } = centre(frame, { col: 0, row: 0 });
  const half = frame.cell / 2 + 2;
  const box = `x="${n(x - half)}" y="${n(y - half)}" width="${2 * half}" height="${2 * half}"`;
  const back = frame.skin === 'lines' ? `<rect ${box} rx="9" fill="${livePaint('ground')}"/>` : '';
  return `<svg viewBox="${n(x - half)} ${n(y - half)} ${2 * half} ${2 * half}" class="swatch" aria-hidden="true">${back}${stone(frame, side, x, y, { bomb: false, shapes }, livePaint)}</svg>`;
}
