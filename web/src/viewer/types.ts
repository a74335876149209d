/// What the backend tells of a textbook search. The page computes no search of its own.
import type { PositionQuery } from '../backend/types';
import type * as wire from '../backend/wire';

export type { BugAnswer, CompareRow, Missing, WatchEnd, Way } from '../backend/wire';

/** A node whose value is not a number while it is searched. */
export type TraceNode = Omit<wire.TraceNode, 'value'> & { value: number };

export type TraceAnswer = Omit<wire.TraceAnswer, 'nodes'> & { nodes: TraceNode[] };

export interface TraceQuery extends PositionQuery {
  engine: string;
  path: string[];
  window?: { alpha: number | null; beta: number | null };
  id?: number;
}

export const WAYS = ['minimax', 'alphabeta', 'ordered', 'deepening', 'table'] as const satisfies readonly wire.Way[];

export interface CompareQuery extends PositionQuery {
  engine: string;
  depth: number;
  ways: wire.Way[];
}
