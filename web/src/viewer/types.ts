/// What the server tells of a textbook search. The page computes no search of its own.
import type { Cell, Outcome, PositionQuery } from '../backend/types';

export interface TraceNode {
  /** The node's number in the whole search, as `alinea trace` counts. */
  id: number;
  parent: number | null;
  move: string | null;
  depth: number;
  max: boolean;
  /** Null: nothing is secured yet. */
  alpha: number | null;
  beta: number | null;
  /** Not a number while the node is searched. */
  value: number;
  cut: { alpha: number | null; beta: number | null; why: string } | null;
  /** Whether the search has come back from it. */
  done: boolean;
  /** Nodes below and including this one, so far. */
  nodes: number;
  path: string[];
  /** Rows from the top, joined by `/`. */
  board: string;
  last: Cell[];
  outcome: Outcome;
  /** Whether its children are told. */
  opened: boolean;
  best: string | null;
  skipped?: string[];
}

/** Where the address of a node leaves the tree, and why. */
export interface Missing {
  move: string;
  why: 'cut' | 'end' | 'none';
}

/** The end of a search that was watched. */
export interface WatchEnd {
  depth: number;
  beyond: TraceAnswer['beyond'];
}

export interface TraceAnswer {
  depth: number;
  path: string[];
  missing: Missing | null;
  beyond: { nodes: number; nearest: number | null } | null;
  nodes: TraceNode[];
}

export interface TraceQuery extends PositionQuery {
  engine: string;
  path: string[];
  window?: { alpha: number | null; beta: number | null };
  id?: number;
}

export const WAYS = ['minimax', 'alphabeta', 'ordered', 'deepening', 'table'] as const;
export type Way = (typeof WAYS)[number];

/** Nodes at one depth; null is beyond the server's limits, missing was not asked. */
export type CompareRow = { depth: number } & Partial<Record<Way, number | null>>;

export interface CompareQuery extends PositionQuery {
  engine: string;
  depth: number;
  ways: Way[];
}
