/// One exercise after the other: a move is tried, judged, and answered with its refutation where it gives the game away.
import { Refusal, type View } from '../backend/types';
import type { JudgedJson } from '../backend/wire';
import { backend } from '../state/backend';
import { persist } from '../state/connection.svelte';
import { records } from './backend';
import { exercises, type Exercise } from './exercises.svelte';

/** Moves of a line that stand on the board by themselves: more hide the position. */
export const SHOWN = 5;

type Stage = 'ask' | 'judging' | 'wrong' | 'right' | 'shown';

export class Drill {
  queue: Exercise[] = $state.raw(exercises.due());
  view: View | null = $state.raw(null);
  stage: Stage = $state('ask');
  /** What is said of the move tried last. */
  judged: JudgedJson | null = $state.raw(null);
  failure = $state('');
  /** A line pointed at, as numbered stones. */
  preview: string[] = $state.raw([]);
  private missed = false;
  private work = new AbortController();

  get exercise(): Exercise | null {
    return this.queue[0] ?? null;
  }

  /** Sets up the exercise that is first in the queue. */
  async open(): Promise<void> {
    const exercise = this.exercise;
    this.work.abort();
    const work = (this.work = new AbortController());
    this.stage = 'ask';
    this.judged = null;
    this.preview = [];
    this.failure = '';
    this.missed = false;
    if (!exercise) {
      this.view = null;
      return;
    }
    const { game, start, moves } = exercise;
    try {
      const view = await persist(() => backend().view({ game, position: start, moves }, work.signal), work.signal);
      if (!work.signal.aborted) this.view = view;
    } catch (error) {
      if (work.signal.aborted) return;
      if (!(error instanceof Refusal)) throw error;
      // A game this program no longer knows is no exercise.
      exercises.drop(exercise.id);
      await this.next();
    }
  }

  /** A try: everything that keeps the result is right. */
  async play(move: string): Promise<void> {
    const exercise = this.exercise;
    if (!exercise || !this.view || this.stage !== 'ask') return;
    this.stage = 'judging';
    const judged = await this.judge(exercise, move);
    if (!judged) return;
    this.judged = judged;
    this.preview = judged.turning_point ? judged.refutation.slice(0, SHOWN) : [move];
    this.stage = judged.turning_point ? 'wrong' : 'right';
    if (judged.turning_point) {
      this.miss(exercise);
    } else {
      exercises.answer(exercise.id, !this.missed);
    }
  }

  private miss(exercise: Exercise): void {
    if (!this.missed) exercises.answer(exercise.id, false);
    this.missed = true;
  }

  /** The judgement of a move: the last one of a game is judged first, and the rest is not waited for. */
  private async judge(exercise: Exercise, move: string): Promise<JudgedJson | null> {
    const { game, start, moves } = exercise;
    const query = { game, position: start, moves: [...moves, move] };
    const work = (this.work = new AbortController());
    let found: JudgedJson | null = null;
    try {
      await persist(() => records().review(query, (judged) => {
        if (judged.ply !== query.moves.length) return;
        found = judged;
        work.abort();
      }, work.signal), work.signal);
    } catch (error) {
      if (!found && !work.signal.aborted) {
        this.failure = error instanceof Refusal ? error.message : String(error);
        this.stage = 'ask';
      }
    }
    return this.exercise === exercise ? found : null;
  }

  again(): void {
    this.stage = 'ask';
    this.judged = null;
    this.preview = [];
  }

  /** Shows what was better in the game. */
  async show(): Promise<void> {
    const exercise = this.exercise;
    if (!exercise) return;
    this.miss(exercise);
    this.stage = 'judging';
    const judged = await this.judge(exercise, exercise.played);
    if (!judged) return;
    this.judged = judged;
    this.preview = judged.line.slice(0, SHOWN);
    this.stage = 'shown';
  }

  /** The next one; what was missed comes again at the end. */
  async next(): Promise<void> {
    const [first, ...rest] = this.queue;
    const again = this.missed && first ? exercises.list.filter(({ id }) => id === first.id) : [];
    this.queue = [...rest, ...again];
    await this.open();
  }

  /** Never asks this one again. */
  async drop(): Promise<void> {
    if (this.exercise) exercises.drop(this.exercise.id);
    this.missed = false;
    await this.next();
  }

  rest(): void {
    this.work.abort();
  }
}
