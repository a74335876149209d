/// Cell texts and the characters of a view's rows; notation only, no rules.
import type { Cell, Side, View } from '../backend/types';

export interface Spot {
  col: number;
  /** Counted from the bottom, 0-based. */
  row: number;
}

export function cellText({ col, row }: Spot): Cell {
  return String.fromCharCode(97 + col) + (row + 1);
}

export function parseCell(cell: Cell): Spot {
  return { col: cell.charCodeAt(0) - 97, row: Number(cell.slice(1)) - 1 };
}

export function charAt(view: Pick<View, 'rows'>, { col, row }: Spot): string {
  return view.rows[view.rows.length - 1 - row]?.[col] ?? '.';
}

export function ownerOf(char: string): Side | null {
  if (char === 'x' || char === 'X') return 'first';
  if (char === 'o' || char === 'O') return 'second';
  return null;
}

export function isBomb(char: string): boolean {
  return char === 'X' || char === 'O';
}

/** The legal move a click on this cell means: its own cell, or its column where stones fall. */
export function moveAt(view: View, spot: Spot): string | null {
  for (const move of view.legal) {
    const landing = view.landing[move];
    if (!landing) continue;
    const target = parseCell(landing);
    if (target.col === spot.col && (view.gravity || target.row === spot.row)) return move;
  }
  return null;
}

/** The text a person would have typed for this cell, legal or not: what a refusal is asked about. */
export function typedMove(view: Pick<View, 'gravity' | 'cols'>, spot: Spot): string {
  if (!view.gravity) return cellText(spot);
  return view.cols > 9 ? String.fromCharCode(97 + spot.col) : String(spot.col + 1);
}

/** Legal moves that place nothing, such as an explosion: they need a button of their own. */
export function buttonMoves(view: View): string[] {
  return view.legal.filter((move) => !view.landing[move]);
}

/** The moves as `row,col` pairs counted from the top left, as the console of 2016 types them. */
export function rowColPairs(view: View): string | null {
  if (view.gravity) return null;
  return view.moves
    .map((move) => {
      const spot = parseCell(move);
      return `${view.rows.length - 1 - spot.row},${spot.col}`;
    })
    .join(' ');
}

/** The position as a diagram: rows from the top, the side to move, and Boom's jugada. */
export function diagramText(view: Pick<View, 'rows' | 'turn' | 'jugada'>): string {
  const parts = [view.rows.join('/'), view.turn === 'first' ? 'x' : 'o'];
  if (view.jugada !== undefined) parts.push(String(view.jugada));
  return `diagram:${parts.join(' ')}`;
}

/** Whose move was the first of the game: a drawn board may begin with the second player. */
export function starter(view: Pick<View, 'turn' | 'moves'>): Side {
  return (view.turn === 'first') === (view.moves.length % 2 === 0) ? 'first' : 'second';
}

/** The board as it will be drawn until the answer comes: the stone lies where the view said it would. */
export function provisional(view: View, move: string): View {
  const cell = view.landing[move];
  const player = view.turn;
  let rows = view.rows;
  if (cell) {
    const { col, row } = parseCell(cell);
    const at = rows.length - 1 - row;
    const char = player === 'first' ? 'x' : 'o';
    rows = rows.map((text, i) => (i === at ? text.slice(0, col) + char + text.slice(col + 1) : text));
  }
  return {
    ...view,
    rows,
    moves: [...view.moves, move],
    turn: player === 'first' ? 'second' : 'first',
    ply: view.ply + 1,
    legal: [],
    landing: {},
    line: [],
    forbidden: [],
    effects: cell ? [{ placed: cell, player, bomb: false }] : [],
  };
}
