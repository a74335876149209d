/// The viewer's part of the backend.
import { events, json } from '../backend/http';
import { Unreachable } from '../backend/types';
import { language } from '../i18n/index.svelte';
import type { BugAnswer, CompareQuery, CompareRow, TraceAnswer, TraceNode, TraceQuery, WatchEnd } from './types';

export interface TraceBackend {
  trace(query: TraceQuery, signal?: AbortSignal): Promise<TraceAnswer>;
  /** Hears of a node and those below while it is searched. */
  watch(query: TraceQuery, hear: (depth: number, nodes: TraceNode[]) => void, signal?: AbortSignal): Promise<WatchEnd>;
  compare(query: CompareQuery, signal?: AbortSignal): Promise<CompareRow>;
  /** The exercise of a number: which mistake gives this trace? */
  bug(seed: number, signal?: AbortSignal): Promise<BugAnswer>;
}

async function watch(query: TraceQuery, hear: (depth: number, nodes: TraceNode[]) => void, signal?: AbortSignal): Promise<WatchEnd> {
  for await (const { name, data } of events('/api/v1/watch', { ...query, lang: language() }, signal)) {
    if (name === 'done') return JSON.parse(data) as WatchEnd;
    if (name !== 'nodes') continue;
    const word = JSON.parse(data) as { depth: number; nodes: TraceNode[] };
    hear(word.depth, word.nodes.map((node) => (node.done ? node : { ...node, value: NaN })));
  }
  throw new Unreachable('the search was cut off');
}

const http: TraceBackend = {
  trace: (query, signal) => json('/api/v1/trace', { ...query, lang: language() }, signal),
  watch,
  compare: (query, signal) => json('/api/v1/compare', { ...query, lang: language() }, signal),
  bug: (seed, signal) => json('/api/v1/bug', { seed, lang: language() }, signal),
};

let chosen = http;

export function traces(): TraceBackend {
  return chosen;
}

/** Tests bring their own. */
export function useTraces(other: TraceBackend): void {
  chosen = other;
}
