/// One engine looking at one position at a time; its last word stays until the next position.
import { Refusal, type Iteration, type Limits, type PositionQuery, type View } from '../backend/types';
import { backend } from './backend';
import { persist } from './connection.svelte';
import { keyOf } from './game.svelte';

/** An endless analysis that made room for others asks again after this long. */
const MAKE_ROOM_MS = 5000;

export class Analyser {
  iteration: Iteration | null = $state.raw(null);
  busy = $state(false);
  /** The engine works for somebody else for a moment. */
  waiting = $state(false);
  failure = $state('');
  /** The position the iteration is about. */
  about = $state('');
  private work: AbortController | null = null;
  private yieldedAt: AbortController | null = null;

  /** Looks at a position; `onView` hears its board first, in the same answer. */
  async run(query: PositionQuery, engine: string, limits: Limits, lines: number, onView?: (view: View) => void): Promise<void> {
    this.work?.abort();
    const work = (this.work = new AbortController());
    const key = keyOf(query);
    if (key !== this.about) this.iteration = null;
    this.about = key;
    this.failure = '';
    this.busy = true;
    this.waiting = false;
    const hear = {
      iteration: (iteration: Iteration) => this.hear(work, iteration),
      view: onView && ((view: View) => work.signal.aborted || onView(view)),
    };
    try {
      for (;;) {
        const { yielded } = await persist(() => backend().analyze(query, engine, limits, lines, hear, work.signal), work.signal);
        if (!yielded || work.signal.aborted) break;
        this.waiting = true;
        this.yieldedAt = work;
        await new Promise((resolve) => setTimeout(resolve, MAKE_ROOM_MS));
        if (work.signal.aborted) break;
      }
    } catch (error) {
      if (work.signal.aborted) return;
      this.failure = error instanceof Refusal ? error.message : String(error);
    } finally {
      if (this.work === work) this.busy = false;
    }
  }

  private hear(work: AbortController, iteration: Iteration): void {
    if (work.signal.aborted) return;
    this.waiting = false;
    // What was found before making room stays until the new search has come as far.
    const before = this.iteration;
    if (before && this.yieldedAt === work && iteration.depth < before.depth) return;
    this.iteration = iteration;
  }

  /** Thinks no further and keeps what was found. */
  pause(): void {
    this.work?.abort();
    this.work = null;
    this.busy = false;
    this.waiting = false;
  }

  stop(): void {
    this.pause();
    this.iteration = null;
    this.about = '';
    this.failure = '';
  }
}
