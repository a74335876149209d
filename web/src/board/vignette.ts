/// Small pictures of a board for tiles and rules: no letters around it, only what lies on it.
import type { Cell, View } from '../backend/types';
import { frameOf } from './frame';
import { marks, NO_MARKS } from './marks';
import { ground, plate, stones } from './picture';
import { n } from './stones';

export interface Scene {
  game: string;
  gravity?: boolean;
  /** From the top. */
  rows: string[];
  line?: Cell[];
  forbidden?: Cell[];
  /** Cells the text speaks of. */
  lit?: Cell[];
}

export function vignette({ game, gravity = false, rows, line = [], forbidden = [], lit = [] }: Scene, shapes = false): string {
  const view: View = {
    game,
    gravity,
    setup: '',
    moves: [],
    start: '-',
    cols: rows[0]!.length,
    rows,
    turn: 'first',
    ply: 0,
    legal: [],
    landing: {},
    outcome: null,
    line,
    forbidden,
    effects: [],
  };
  const frame = frameOf(view, false, 'none');
  const marked = { ...NO_MARKS, lit: lit.map((cell) => ({ cell, kind: 'threat' as const, number: 1 })), shapes };
  const edge = 2;
  const box = [frame.left - edge, frame.top - edge, frame.cols * frame.cell + 2 * edge, frame.rows * frame.cell + 2 * edge];
  const layers = ground(view, frame, { bare: true }) + stones(view, frame, marked) + plate(view, frame, { bare: true }) + marks(view, frame, marked);
  return `<svg viewBox="${box.map(n).join(' ')}" class="vignette" aria-hidden="true" focusable="false">${layers}</svg>`;
}
