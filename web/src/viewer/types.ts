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
  value: number;
  cut: { alpha: number | null; beta: number | null; why: string } | null;
  /** Nodes below and including this one. */
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

export interface TraceAnswer {
  depth: number;
  path: string[];
  missing: { move: string; why: 'cut' | 'end' | 'none' } | null;
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
