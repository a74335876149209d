/// Everything drawn over the stones: scores, hints, reasons, lines to walk, the end of the game.
import type { Cell, Side, View } from '../backend/types';
import { charAt, ownerOf, parseCell } from './cells';
import { centre, type Frame } from './frame';
import { runs, type Step } from './geometry';
import { livePaint, type Paint, type PaintName } from './paint';
import { inkOn, legible, n, stone } from './stones';

export interface ScoreMark {
  move: string;
  text: string;
  best: boolean;
  tone: 'good' | 'bad' | 'even';
}

/** A cell that is lit, and why; several of a kind are numbered. */
export interface Lit {
  cell: Cell;
  kind: 'win' | 'threat' | 'danger' | 'forbidden';
  number: number;
}

/** What is said of a move, as a sign at the corner of its cell. */
export interface Badge {
  move: string | null;
  cell: Cell | null;
  text: string;
  tone: 'good' | 'plain' | 'bad';
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
  /** The cells a reason speaks of. */
  lit: Lit[];
  /** A line that could be played, as numbered stones. */
  walk: Step[];
  /** The number of the move that put each stone. */
  numbers: Map<Cell, number>;
  /** Verdicts on moves, at the corner of their cells. */
  badges: Badge[];
  /** Draw cross and ring on black and white stones too. */
  shapes: boolean;
}

export const NO_MARKS: Marks = {
  scores: [],
  hint: null,
  ghost: null,
  heat: new Map(),
  part: null,
  lit: [],
  walk: [],
  numbers: new Map(),
  badges: [],
  shapes: false,
};

function square(frame: Frame, cell: Cell, inset: number, attributes: string): string {
  const { x, y } = centre(frame, parseCell(cell));
  const half = frame.cell / 2 - inset;
  return `<rect x="${n(x - half)}" y="${n(y - half)}" width="${n(2 * half)}" height="${n(2 * half)}" rx="${n(frame.cell * 0.14)}" ${attributes}/>`;
}

function lastMoveMark(view: View, frame: Frame, numbered: boolean, paint: Paint): string {
  return view.effects
    .flatMap((effect) => ('placed' in effect ? [effect.placed] : []))
    .map((cell) => {
      const { x, y } = centre(frame, parseCell(cell));
      if (frame.skin === 'discs') {
        return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(frame.cell * 0.43)}" fill="none" stroke="${paint('halo')}" stroke-width="3.5"/>`;
      }
      if (frame.skin === 'squares') return square(frame, cell, 4, `fill="none" stroke="${paint('accent')}" stroke-width="2.5"`);
      if (numbered) return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(frame.cell * 0.43)}" fill="none" stroke="${paint('accent')}" stroke-width="3"/>`;
      return `<circle cx="${n(x)}" cy="${n(y)}" r="5" fill="${paint('accent')}" stroke="${paint('card')}" stroke-width="1.5"/>`;
    })
    .join('');
}

function winningLine(view: View, frame: Frame, paint: Paint): string {
  const width = frame.cell * 0.12;
  return runs(view.line)
    .map((run) => {
      const from = centre(frame, parseCell(run[0]!));
      const to = centre(frame, parseCell(run[run.length - 1]!));
      const d = `M${n(from.x)} ${n(from.y)}L${n(to.x)} ${n(to.y)}`;
      return `<g class="win" data-line="${run.join(' ')}" fill="none" stroke-linecap="round"><path d="${d}" stroke="${paint('card')}" stroke-width="${n(width + 4)}"/><path d="${d}" stroke="${paint('ink')}" stroke-width="${n(width)}"/></g>`;
    })
    .join('');
}

function forbidden(view: View, frame: Frame, paint: Paint): string {
  return view.forbidden
    .map((cell) => {
      const { x, y } = centre(frame, parseCell(cell));
      return `<path d="M${n(x - 6)} ${n(y - 6)}l12 12M${n(x + 6)} ${n(y - 6)}l-12 12" stroke="${paint('bad')}" stroke-width="3" stroke-linecap="round"/>`;
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
  const { x, y } = centre(frame, parseCell(landing));
  const ring = `<circle cx="${n(x)}" cy="${n(y)}" r="${n(frame.cell * 0.4)}" fill="none" stroke="${paint('good')}" stroke-width="${frame.skin === 'lines' ? 3.5 : 5}" stroke-dasharray="7 5"/>`;
  if (frame.skin !== 'discs') return ring;
  return `${ring}<path d="M${n(x - 12)} ${frame.top - 26}h24l-12 16z" fill="${paint('good')}"/>`;
}

function onStone(frame: Frame, side: Side, x: number, y: number, number: number, paint: Paint): string {
  const digits = String(number).length;
  const size = frame.cell * (digits > 2 ? 0.38 : digits > 1 ? 0.44 : 0.5);
  const halo = frame.skin === 'squares' ? ` stroke="${paint('card')}" stroke-width="4" paint-order="stroke"` : '';
  return `<text x="${n(x)}" y="${n(y + size * 0.36)}" text-anchor="middle" font-size="${n(size)}" font-weight="700" fill="${inkOn(frame.colours, side, paint)}"${halo}>${number}</text>`;
}

function moveNumbers(view: View, frame: Frame, numbers: Map<Cell, number>, paint: Paint): string {
  let text = '';
  for (const [cell, number] of numbers) {
    const spot = parseCell(cell);
    const side = ownerOf(charAt(view, spot));
    if (!side) continue;
    const { x, y } = centre(frame, spot);
    text += onStone(frame, side, x, y, number, paint);
  }
  return text;
}

/** The stones of a line to come: paler than real ones, dashed, numbered in order. */
function walkMarks(frame: Frame, steps: readonly Step[], paint: Paint): string {
  return steps
    .map(({ cell, side, number }) => {
      const { x, y } = centre(frame, parseCell(cell));
      const body = stone(frame, side, x, y, { bomb: false, shapes: false, plain: true }, paint);
      const ring = `<circle cx="${n(x)}" cy="${n(y)}" r="${n(frame.cell * 0.44)}" fill="none" stroke="${paint('accent')}" stroke-width="2.5" stroke-dasharray="5 4"/>`;
      return `<g data-step="${cell}"><g opacity="0.8">${body}</g>${ring}${onStone(frame, side, x, y, number, paint)}</g>`;
    })
    .join('');
}

const LIT_PAINT: Record<Lit['kind'], PaintName> = { win: 'good', threat: 'lit', danger: 'bad', forbidden: 'bad' };

/** Squares that a reason speaks of: whole frames are for the reader, dashed ones against, a cross is forbidden. */
function litMarks(frame: Frame, lit: readonly Lit[], covered: ReadonlySet<Cell>, unit: number, paint: Paint): string {
  const many = new Set(lit.filter((mark) => mark.number > 1).map((mark) => mark.kind));
  return lit
    .map((mark) => {
      const tone = paint(LIT_PAINT[mark.kind]);
      const dash = mark.kind === 'danger' ? ' stroke-dasharray="7 5"' : '';
      const field = square(frame, mark.cell, 1.5, `fill="${tone}" fill-opacity="0.24" stroke="${tone}" stroke-width="3"${dash}`);
      // A score on the same cell keeps its place; the number would only cover it.
      const numbered = many.has(mark.kind) && !covered.has(mark.cell);
      return `<g data-lit="${mark.cell}" data-kind="${mark.kind}">${field}${numbered ? litNumber(frame, mark, unit, paint) : ''}</g>`;
    })
    .join('');
}

function litNumber(frame: Frame, { cell, number }: Lit, unit: number, paint: Paint): string {
  const { x, y } = centre(frame, parseCell(cell));
  const size = legible(frame.cell * 0.36, unit);
  return `<text x="${n(x)}" y="${n(y + size * 0.36)}" text-anchor="middle" font-size="${n(size)}" font-weight="800" fill="${paint('ink')}" stroke="${paint('card')}" stroke-width="4" paint-order="stroke">${number}</text>`;
}

interface Chip {
  mark: ScoreMark;
  x: number;
  y: number;
  w: number;
  h: number;
  size: number;
}

/** Scores keep apart: the better one is written, one that would touch it is only a dot. */
function scoreChips(view: View, frame: Frame, scores: readonly ScoreMark[], unit: number, paint: Paint): string {
  const order = [...scores].sort((a, b) => Number(b.best) - Number(a.best));
  const chips: Chip[] = [];
  let text = '';
  for (const mark of order) {
    const landing = view.landing[mark.move];
    if (!landing) continue;
    const chip = place(frame, mark, landing, unit);
    if (chips.some((other) => touching(chip, other))) text += dot(frame, mark, landing, paint);
    else chips.push(chip);
  }
  // The best move is drawn last: nothing may cover it.
  return text + chips.reverse().map((chip) => chipText(chip, paint)).join('');
}

function touching(a: Chip, b: Chip): boolean {
  return Math.abs(a.x - b.x) < (a.w + b.w) / 2 && Math.abs(a.y - b.y) < (a.h + b.h) / 2;
}

function place(frame: Frame, mark: ScoreMark, landing: Cell, unit: number): Chip {
  const { x, y: cellY } = centre(frame, parseCell(landing));
  const lines = frame.skin === 'lines';
  const room = lines ? frame.cell + 4 : 58;
  const size = legible(Math.min(26, room / (mark.text.length * 0.66)), unit);
  const wide = mark.text.length * size * 0.62;
  const w = lines ? Math.max(frame.cell - 4, wide) : Math.max(46, wide + 8);
  const h = Math.max(lines ? 32 : 38, size + 8);
  return { mark, x, y: frame.skin === 'discs' ? 28 : cellY, w: frame.skin === 'discs' ? Math.min(w, Math.max(62, wide)) : w, h, size };
}

function chipText({ mark, x, y, w, h, size }: Chip, paint: Paint): string {
  const fill = mark.best ? paint('good') : paint('card');
  const stroke = mark.best ? paint('good') : mark.tone === 'bad' ? paint('bad') : paint('line');
  const ink = mark.best ? paint('good-ink') : paint('ink');
  return `<g data-score="${mark.move}"><rect x="${n(x - w / 2)}" y="${n(y - h / 2)}" width="${n(w)}" height="${n(h)}" rx="9" fill="${fill}" stroke="${stroke}" stroke-width="1.5"/><text x="${n(x)}" y="${n(y + size * 0.35)}" text-anchor="middle" font-size="${n(size)}" font-weight="${mark.best ? 800 : 650}" fill="${ink}">${mark.text}</text></g>`;
}

function dot(frame: Frame, mark: ScoreMark, landing: Cell, paint: Paint): string {
  const { x, y } = centre(frame, parseCell(landing));
  const at = frame.skin === 'discs' ? 28 : y;
  return `<circle data-score="${mark.move}" cx="${n(x)}" cy="${n(at)}" r="${n(frame.cell * 0.16)}" fill="${paint('card')}" stroke="${paint(mark.tone === 'bad' ? 'bad' : 'ink-2')}" stroke-width="2"/>`;
}

/** Plus and minus say what green and red say. */
function signMark(x: number, y: number, r: number, points: number, ink: string): string {
  const bar = `M${n(x - r)} ${n(y)}h${n(2 * r)}`;
  const upright = points > 0 ? `M${n(x)} ${n(y - r)}v${n(2 * r)}` : '';
  return `<path d="${bar}${upright}" stroke="${ink}" stroke-width="${n(Math.max(2, r * 0.42))}" stroke-linecap="round"/>`;
}

function badgeMarks(view: View, frame: Frame, badges: readonly Badge[], unit: number, paint: Paint): string {
  return badges
    .map(({ move, cell, text, tone }) => {
      const at = cell ?? (move === null ? undefined : view.landing[move]);
      if (!at) return '';
      const { x, y } = centre(frame, parseCell(at));
      const size = legible(frame.cell * 0.3, unit);
      const r = size * 0.85;
      const [cx, cy] = [x + frame.cell * 0.3, y - frame.cell * 0.3];
      const fill = paint(tone === 'good' ? 'good' : tone === 'bad' ? 'bad' : 'card');
      const ink = paint(tone === 'good' ? 'good-ink' : tone === 'bad' ? 'card' : 'ink');
      return `<g data-badge="${text}" data-on="${at}"><circle cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}" fill="${fill}" stroke="${paint('card')}" stroke-width="2"/><text x="${n(cx)}" y="${n(cy + size * 0.35)}" text-anchor="middle" font-size="${n(size)}" font-weight="800" fill="${ink}">${text}</text></g>`;
    })
    .join('');
}

function heatMap(view: View, frame: Frame, heat: Map<Cell, number>, unit: number, paint: Paint): string {
  const taken = (cell: Cell) => ownerOf(charAt(view, parseCell(cell))) !== null;
  const most = Math.max(...[...heat.values()].map(Math.abs), 1e-9);
  let text = '';
  for (const [cell, points] of heat) {
    if (points === 0) continue;
    const { x, y } = centre(frame, parseCell(cell));
    const tone = paint(points > 0 ? 'good' : 'bad');
    const strength = 0.14 + 0.5 * (Math.abs(points) / most);
    const r = frame.skin === 'discs' ? frame.cell * 0.39 : frame.cell * 0.47;
    if (!taken(cell)) {
      text += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${tone}" opacity="${n(strength)}"/>${signMark(x, y, Math.max(frame.cell * 0.11, 3 * unit), points, paint('ink'))}`;
      continue;
    }
    // A stone keeps its colour: its points are a ring around it, dashed where they are against the side judged.
    const dash = points > 0 ? '' : ` stroke-dasharray="${n(frame.cell * 0.2)} ${n(frame.cell * 0.11)}"`;
    const at = { x: x + r * 0.74, y: y - r * 0.74 };
    const badge = Math.max(frame.cell * 0.14, 4.5 * unit);
    text += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="none" stroke="${tone}" stroke-width="5" opacity="${n(0.4 + strength)}"${dash}/>`;
    text += `<circle cx="${n(at.x)}" cy="${n(at.y)}" r="${n(badge)}" fill="${paint('card')}" stroke="${tone}" stroke-width="1.5"/>${signMark(at.x, at.y, badge * 0.54, points, paint('ink'))}`;
  }
  return text;
}

function partMark(frame: Frame, part: NonNullable<Marks['part']>, paint: Paint): string {
  const tone = paint(part.points >= 0 ? 'good' : 'bad');
  // A dashed frame is against the side judged, a whole one for it.
  const dash = part.points >= 0 ? '' : ' stroke-dasharray="9 6"';
  return part.cells.map((cell) => square(frame, cell, 3, `fill="none" stroke="${tone}" stroke-width="5"${dash}`)).join('');
}

/** All marks in one string; `unit` is the number of drawing units in a pixel. */
export function marks(view: View, frame: Frame, marked: Marks, unit = 1, paint: Paint = livePaint): string {
  const walking = marked.walk.length > 0;
  let text = heatMap(view, frame, marked.heat, unit, paint) + moveNumbers(view, frame, marked.numbers, paint);
  text += lastMoveMark(view, frame, marked.numbers.size > 0, paint) + forbidden(view, frame, paint);
  const scored = new Set(marked.scores.flatMap((mark) => (frame.skin === 'discs' ? [] : (view.landing[mark.move] ?? []))));
  text += winningLine(view, frame, paint);
  if (marked.part) text += partMark(frame, marked.part, paint);
  if (walking) {
    // The stones of the line stand where the reason's threats are; what they lead to is lit beside them.
    const stood = new Set(marked.walk.map(({ cell }) => cell));
    const lit = marked.lit.filter(({ cell, kind }) => kind !== 'threat' && !stood.has(cell));
    return text + litMarks(frame, lit, stood, unit, paint) + walkMarks(frame, marked.walk, paint);
  }
  const badges = badgeMarks(view, frame, marked.badges, unit, paint);
  text += litMarks(frame, marked.lit, scored, unit, paint);
  if (marked.ghost) text += ghost(view, frame, marked.ghost, marked.scores.length > 0 || marked.hint !== null, marked.shapes, paint);
  if (marked.hint) text += hintMark(view, frame, marked.hint, paint);
  return text + scoreChips(view, frame, marked.scores, unit, paint) + badges;
}
