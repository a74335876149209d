/// The part of the backend that knows the proven strategies of Connect Four.
import { json } from '../backend/http';
import type { LinesAnswer, StrategyAnswer } from '../backend/wire';
import { language } from '../i18n/index.svelte';

export type Variant = 'smallest' | 'plans';
export const GAME = 'connect4';

export interface ProofBackend {
  /** What the strategy says after these moves. */
  strategy(moves: string[], variant: Variant, signal?: AbortSignal): Promise<StrategyAnswer>;
  /** All lines of a strategy. */
  lines(variant: Variant, signal?: AbortSignal): Promise<LinesAnswer>;
}

const http: ProofBackend = {
  strategy: (moves, variant, signal) =>
    json('/api/v1/strategy', { game: GAME, position: '-', moves, variant, lang: language() }, signal),
  lines: (variant, signal) => json('/api/v1/lines', { variant, lang: language() }, signal),
};

let chosen = http;

export function proofs(): ProofBackend {
  return chosen;
}

/** Tests bring their own. */
export function useProofs(other: ProofBackend): void {
  chosen = other;
}
