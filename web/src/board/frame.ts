/// Where things are on the picture of a board: sizes in drawing units, and the skin of each game.
import type { Side, View } from '../backend/types';
import type { Spot } from './cells';

/** `discs` falls through holes, `lines` stands on crossings, `squares` lies in fields. */
export type Skin = 'discs' | 'lines' | 'squares';

/** The pairs of colours that name the two sides. */
export type Colours = 'red-yellow' | 'green-blue' | 'black-white' | 'cross-ring';

export interface Frame {
  skin: Skin;
  colours: Colours;
  cols: number;
  rows: number;
  cell: number;
  left: number;
  top: number;
  width: number;
  height: number;
  /** Seen from the other side: falling boards are mirrored, the others turned round. */
  flipped: boolean;
}

type Shape = Pick<View, 'game' | 'gravity' | 'cols' | 'rows'>;

export function gameName(game: string): string {
  return game.split(':')[0] ?? game;
}

export function skinOf(view: Pick<View, 'game' | 'gravity'>): Skin {
  if (view.gravity) return 'discs';
  return gameName(view.game) === 'mnk' ? 'squares' : 'lines';
}

export function coloursOf(view: Pick<View, 'game' | 'gravity'>): Colours {
  const name = gameName(view.game);
  if (name === 'boom') return 'green-blue';
  if (view.gravity) return 'red-yellow';
  return name === 'mnk' ? 'cross-ring' : 'black-white';
}

/** What a board leaves room for above itself: scores and the disc in the hand, or nothing. */
export type Headroom = 'strip' | 'none';

/** Large boards are drawn smaller, so that their margins need more room for letters of the same size. */
function margins(cells: number, cell: number): { left: number; bottom: number } {
  const wide = cells * cell;
  return { left: Math.max(30, wide * 0.056), bottom: Math.max(30, wide * 0.05) };
}

/** `named` leaves room for the numbers of the rows where only columns are typed. */
export function frameOf(view: Shape, flipped = false, headroom: Headroom = 'strip', named = false): Frame {
  const skin = skinOf(view);
  const colours = coloursOf(view);
  const cols = view.cols;
  const rows = view.rows.length;
  const cell = skin === 'lines' ? 40 : 64;
  const { left, bottom } = margins(Math.max(cols, rows), cell);
  if (skin === 'discs') {
    const edge = named ? left : 8;
    const width = cols * cell + edge + 8;
    const top = headroom === 'strip' ? 60 : 6;
    return { skin, colours, cols, rows, cell, left: edge, top, width, height: rows * cell + top + Math.max(38, bottom), flipped };
  }
  const top = skin === 'lines' ? 4 : 6;
  const width = cols * cell + left + top;
  return { skin, colours, cols, rows, cell, left, top, width, height: rows * cell + top + bottom, flipped };
}

/** The cell shown at a place of the picture, or the place of a cell: flipping is its own inverse. */
export function flip(frame: Frame, spot: Spot): Spot {
  if (!frame.flipped) return spot;
  const row = frame.skin === 'discs' ? spot.row : frame.rows - 1 - spot.row;
  return { col: frame.cols - 1 - spot.col, row };
}

export function centre(frame: Frame, spot: Spot): { x: number; y: number } {
  const at = flip(frame, spot);
  return {
    x: frame.left + (at.col + 0.5) * frame.cell,
    y: frame.top + (frame.rows - 1 - at.row + 0.5) * frame.cell,
  };
}

export function otherSide(side: Side): Side {
  return side === 'first' ? 'second' : 'first';
}
