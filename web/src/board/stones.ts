/// One stone as SVG text. Shape tells the sides apart as well as colour: the first
/// player bears a cross, the second a ring.
import type { Side } from '../backend/types';
import type { Colours, Frame } from './frame';
import type { Paint, PaintName } from './paint';

const PAIRS: Record<Colours, Record<Side, [PaintName, PaintName]>> = {
  'red-yellow': { first: ['red', 'red-2'], second: ['yellow', 'yellow-2'] },
  'green-blue': { first: ['green', 'green-2'], second: ['blue', 'blue-2'] },
  'black-white': { first: ['black', 'black-2'], second: ['white', 'white-2'] },
  'cross-ring': { first: ['cross', 'cross'], second: ['ring', 'ring'] },
};

/** Round numbers keep the picture's text short. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Letters smaller than this many pixels cannot be read. */
const LEAST_PX = 11.5;

/** A size in drawing units that is legible where one unit is this many pixels. */
export function legible(size: number, unit: number): number {
  return Math.max(size, LEAST_PX * unit);
}

export function sidePaint(colours: Colours, side: Side): PaintName {
  return PAIRS[colours][side][0];
}

function sign(side: Side, x: number, y: number, r: number, stroke: string, width: number): string {
  if (side === 'first') {
    return `<path d="M${n(x - r)} ${n(y)}h${n(2 * r)}M${n(x)} ${n(y - r)}v${n(2 * r)}" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" fill="none"/>`;
  }
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="none" stroke="${stroke}" stroke-width="${n(width)}"/>`;
}

function fuse(x: number, y: number, r: number, paint: Paint): string {
  const body = `<circle cx="${n(x)}" cy="${n(y + r * 0.08)}" r="${n(r * 0.52)}" fill="${paint('black')}"/>`;
  const cord = `<path d="M${n(x + r * 0.3)} ${n(y - r * 0.36)}q${n(r * 0.12)} ${n(-r * 0.32)} ${n(r * 0.4)} ${n(-r * 0.22)}" stroke="${paint('black')}" stroke-width="${n(r * 0.12)}" fill="none" stroke-linecap="round"/>`;
  const s = r * 0.16;
  const cx = x + r * 0.72;
  const cy = y - r * 0.58;
  const spark = `<path d="M${n(cx - s)} ${n(cy)}h${n(2 * s)}M${n(cx)} ${n(cy - s)}v${n(2 * s)}M${n(cx - s * 0.7)} ${n(cy - s * 0.7)}l${n(1.4 * s)} ${n(1.4 * s)}M${n(cx + s * 0.7)} ${n(cy - s * 0.7)}l${n(-1.4 * s)} ${n(1.4 * s)}" stroke="${paint('spark')}" stroke-width="${n(r * 0.09)}" stroke-linecap="round"/>`;
  return body + cord + spark;
}

function disc(frame: Frame, side: Side, x: number, y: number, { bomb, plain }: StoneLook, paint: Paint): string {
  const [fill, rim] = PAIRS[frame.colours][side];
  const r = frame.cell * 0.42;
  const ink = frame.colours === 'red-yellow' && side === 'second' ? '#5a3d00' : '#fff';
  const body = `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${paint(fill)}"/>`;
  if (bomb) {
    return body + fuse(x, y, r, paint) + sign(side, x, y + r * 0.08, r * 0.22, '#fff', r * 0.11);
  }
  const groove = `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r * 0.68)}" fill="none" stroke="${paint(rim)}" stroke-width="2.5"/>`;
  return plain ? body + groove : body + groove + sign(side, x, y, r * 0.27, ink, r * 0.12);
}

function pebble(frame: Frame, side: Side, x: number, y: number, shapes: boolean, paint: Paint): string {
  const [fill, rim] = PAIRS[frame.colours][side];
  const r = frame.cell * 0.45;
  const shadow = `<circle cx="${n(x + 0.8)}" cy="${n(y + 2)}" r="${n(r)}" fill="${paint('shade')}" opacity="0.3"/>`;
  const body = `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${paint(fill)}" stroke="${paint(rim)}" stroke-width="1.3"/>`;
  // A little light from above: black stones shine, white ones are shaded below.
  const light =
    side === 'first'
      ? `<ellipse cx="${n(x - r * 0.3)}" cy="${n(y - r * 0.42)}" rx="${n(r * 0.34)}" ry="${n(r * 0.22)}" fill="#fff" opacity="0.17"/>`
      : `<path d="M${n(x - r * 0.8)} ${n(y + r * 0.34)}a${n(r * 0.87)} ${n(r * 0.87)} 0 0 0 ${n(r * 1.6)} 0a${n(r * 1.05)} ${n(r * 1.05)} 0 0 1 ${n(-r * 1.6)} 0z" fill="${paint('shade')}" opacity="0.13"/>`;
  const whole = shadow + body + light;
  return shapes ? whole + sign(side, x, y, r * 0.42, paint(side === 'first' ? 'white' : 'black'), 3) : whole;
}

function glyph(frame: Frame, side: Side, x: number, y: number, paint: Paint): string {
  const r = frame.cell * 0.27;
  const stroke = paint(PAIRS[frame.colours][side][0]);
  if (side === 'second') return sign(side, x, y, r, stroke, 7);
  return `<path d="M${n(x - r)} ${n(y - r)}l${n(2 * r)} ${n(2 * r)}M${n(x + r)} ${n(y - r)}l${n(-2 * r)} ${n(2 * r)}" stroke="${stroke}" stroke-width="7" stroke-linecap="round" fill="none"/>`;
}

/** What is written on a stone can be read on it. */
export function inkOn(colours: Colours, side: Side, paint: Paint): string {
  if (colours === 'black-white') return paint(side === 'first' ? 'white' : 'black');
  if (colours === 'cross-ring') return paint('ink');
  return colours === 'red-yellow' && side === 'second' ? '#3d2900' : '#fff';
}

export interface StoneLook {
  bomb: boolean;
  /** No cross or ring: a number stands there. */
  plain?: boolean;
  /** Draw cross and ring on black and white stones too. */
  shapes: boolean;
}

export function stone(frame: Frame, side: Side, x: number, y: number, look: StoneLook, paint: Paint): string {
  if (frame.skin === 'discs') return disc(frame, side, x, y, look, paint);
  if (frame.skin === 'lines') return pebble(frame, side, x, y, look.shapes && !look.plain, paint);
  return glyph(frame, side, x, y, paint);
}
