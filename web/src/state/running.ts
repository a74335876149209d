/// What is kept of a game being played, and the games that wait while another one is on the board.
import type { Side, View } from '../backend/types';
import type { LogEntry } from './courselog';
import { Shelf } from './shelf.svelte';
import { isTree } from './tree';

export const HUMAN = 'human';

export interface Seats {
  first: string;
  second: string;
}

export interface NewGame {
  game: string;
  seats: Seats;
  /** Forbids undo, hints and scores, as a teacher may want. */
  strict: boolean;
}

export interface Saved extends NewGame {
  id: string;
  start: string;
  tree: unknown;
  at: number;
  resigned: Side | null;
  view: View;
  /** False while the view is only what the page expects. */
  fresh: boolean;
  log: Record<number, LogEntry>;
  seed: number;
  /** The seats are those the game began with, from the start of the game. */
  fair: boolean;
  paused: boolean;
}

const GAMES_KEPT = 12;

export function isWhole(saved: Saved): boolean {
  return isTree(saved.tree) && typeof saved.game === 'string' && Boolean(saved.seats);
}

/** Games that were running when another one began. */
export const running = new Shelf<Saved>('games', GAMES_KEPT, isWhole);
