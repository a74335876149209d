/// Lines and stones as geometry: which cells lie in a row, where the stones of a line would stand,
/// and which move put which stone. Nothing here knows what wins.
import type { Cell, Side, View } from '../backend/types';
import { cellText, charAt, ownerOf, parseCell, type Spot } from './cells';
import { otherSide } from './frame';

const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** Shorter rows of cells lie beside each other by chance. */
const LEAST_RUN = 4;

/** The straight runs among the cells of one or more lines. */
export function runs(cells: readonly Cell[]): Cell[][] {
  const all = new Set(cells);
  const found: Cell[][] = [];
  for (const cell of cells) {
    for (const [dc, dr] of DIRECTIONS) {
      const { col, row } = parseCell(cell);
      if (all.has(cellText({ col: col - dc, row: row - dr }))) continue;
      const run: Cell[] = [];
      for (let i = 0; all.has(cellText({ col: col + i * dc, row: row + i * dr })); i++) {
        run.push(cellText({ col: col + i * dc, row: row + i * dr }));
      }
      if (run.length > 1) found.push(run);
    }
  }
  const longest = Math.max(0, ...found.map((run) => run.length));
  return found.filter((run) => run.length >= Math.min(longest, LEAST_RUN));
}

export interface Step {
  cell: Cell;
  side: Side;
  number: number;
}

/** Where the stones of a line of moves would stand, as far as moves place stones. */
export function walk(view: View, moves: readonly string[]): Step[] {
  const steps: Step[] = [];
  const heights = new Map<number, number>();
  let side = view.turn;
  for (const move of moves) {
    const spot = spotOf(view, move, heights);
    if (!spot) break;
    steps.push({ cell: cellText(spot), side, number: steps.length + 1 });
    side = otherSide(side);
  }
  return steps;
}

function spotOf(view: View, move: string, heights: Map<number, number>): Spot | null {
  if (!view.gravity) return /^[a-z]\d+$/.test(move) ? parseCell(move) : null;
  const landing = view.landing[move];
  if (!landing) return null;
  const { col, row } = parseCell(landing);
  const height = heights.get(col) ?? row;
  heights.set(col, height + 1);
  return height < view.rows.length ? { col, row: height } : null;
}

/** The number of the move that put each stone, where that can be told from the moves alone. */
export function stoneNumbers(view: View): Map<Cell, number> {
  const numbers = new Map<Cell, number>();
  if (!view.gravity) {
    view.moves.forEach((move, i) => numbers.set(move, i + 1));
    return numbers;
  }
  const count = view.rows.reduce((sum, row) => sum + [...row].filter((char) => ownerOf(char)).length, 0);
  if (count !== view.moves.length) return numbers;
  const heights = new Map<string, number>();
  view.moves.forEach((move, i) => {
    const row = heights.get(move) ?? 0;
    heights.set(move, row + 1);
    const digit = Number(move);
    const col = Number.isInteger(digit) ? digit - 1 : move.charCodeAt(0) - 97;
    if (ownerOf(charAt(view, { col, row }))) numbers.set(cellText({ col, row }), i + 1);
  });
  return numbers;
}
