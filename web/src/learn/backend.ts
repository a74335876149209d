/// The part of the backend that knows puzzles and lessons, and judges a move somebody tries.
import { json } from '../backend/http';
import type { PositionQuery } from '../backend/types';
import type { GoalName, LessonsAnswer, PuzzlesAnswer, TryAnswer } from '../backend/wire';
import { language } from '../i18n/index.svelte';

export interface LearnBackend {
  /** The list of all puzzles, or some of them with their positions. */
  puzzles(ids: string[] | null): Promise<PuzzlesAnswer>;
  /** The list of all lessons, or one of them with its boards. */
  lessons(id: string | null): Promise<LessonsAnswer>;
  /** What comes of the last of the moves. */
  attempt(query: PositionQuery, goal: GoalName, signal?: AbortSignal): Promise<TryAnswer>;
}

const http: LearnBackend = {
  puzzles: (ids) => json('/api/v1/puzzles', { ids, lang: language() }),
  lessons: (id) => json('/api/v1/lessons', { id, lang: language() }),
  attempt: (query, goal, signal) => json('/api/v1/try', { ...query, goal, lang: language() }, signal),
};

let chosen = http;

export function learning(): LearnBackend {
  return chosen;
}

/** Tests bring their own. */
export function useLearning(other: LearnBackend): void {
  chosen = other;
}
