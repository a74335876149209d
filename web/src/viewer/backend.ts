/// The viewer's part of the backend.
import { json } from '../backend/http';
import { language } from '../i18n/index.svelte';
import type { CompareQuery, CompareRow, TraceAnswer, TraceQuery } from './types';

export interface TraceBackend {
  trace(query: TraceQuery, signal?: AbortSignal): Promise<TraceAnswer>;
  compare(query: CompareQuery, signal?: AbortSignal): Promise<CompareRow>;
}

const http: TraceBackend = {
  trace: (query, signal) => json('/api/v1/trace', { ...query, lang: language() }, signal),
  compare: (query, signal) => json('/api/v1/compare', { ...query, lang: language() }, signal),
};

let chosen = http;

export function traces(): TraceBackend {
  return chosen;
}

/** Tests bring their own. */
export function useTraces(other: TraceBackend): void {
  chosen = other;
}
