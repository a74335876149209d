/// One engine looking at one position at a time; its last word stays until the next position.
import { Refusal, type Iteration, type Limits, type PositionQuery } from '../backend/types';
import { backend } from './backend';
import { persist } from './connection.svelte';
import { keyOf } from './game.svelte';

export class Analyser {
  iteration: Iteration | null = $state.raw(null);
  busy = $state(false);
  failure = $state('');
  /** The position the iteration is about. */
  about = $state('');
  private work: AbortController | null = null;

  async run(query: PositionQuery, engine: string, limits: Limits, lines: number): Promise<void> {
    this.work?.abort();
    const work = (this.work = new AbortController());
    const key = keyOf(query);
    if (key !== this.about) this.iteration = null;
    this.about = key;
    this.failure = '';
    this.busy = true;
    try {
      await persist(
        () =>
          backend().analyze(query, engine, limits, lines, (iteration) => this.hear(work, iteration), work.signal),
        work.signal,
      );
    } catch (error) {
      if (work.signal.aborted) return;
      this.failure = error instanceof Refusal ? error.message : String(error);
    } finally {
      if (this.work === work) this.busy = false;
    }
  }

  private hear(work: AbortController, iteration: Iteration): void {
    if (!work.signal.aborted) this.iteration = iteration;
  }

  stop(): void {
    this.work?.abort();
    this.work = null;
    this.busy = false;
    this.iteration = null;
    this.about = '';
    this.failure = '';
  }
}
