/// One position with something to find: a move is tried, judged, and answered with its refutation where it does not do it.
import { Refusal, type View } from '../backend/types';
import type { GoalName, TryAnswer } from '../backend/wire';
import { persist } from '../state/connection.svelte';
import { learning } from './backend';

/** Moves of a line that stand on the board by themselves: more hide the position. */
export const SHOWN = 5;

export interface Position {
  game: string;
  position: string;
  view: View;
  goal: GoalName;
  /** What solves it, the move first. */
  solution: string[];
}

type Stage = 'look' | 'ask' | 'judging' | 'wrong' | 'right' | 'shown';

export class Solving {
  view: View = $state.raw(null as unknown as View);
  stage: Stage = $state('ask');
  answer: TryAnswer | null = $state.raw(null);
  /** The move tried last. */
  tried = $state('');
  failure = $state('');
  /** A line pointed at, as numbered stones. */
  preview: string[] = $state.raw([]);
  /** Whether the move that was asked for is on the board, and the rest is played out. */
  further = $state(false);
  private missed = false;
  /** The moves since the position. */
  private played: string[] = [];
  private work = new AbortController();

  constructor(
    readonly at: Position,
    private readonly onsolved: (first: boolean) => void = () => undefined,
  ) {
    this.view = at.view;
  }

  /** The refutation of a wrong try, the try first. */
  get refutation(): string[] {
    return [this.tried, ...(this.answer?.line ?? [])];
  }

  /** Everything that keeps the result is right. */
  async play(move: string): Promise<void> {
    if (this.stage !== 'ask') return;
    this.stage = 'judging';
    this.failure = '';
    const work = (this.work = new AbortController());
    const { game, position, goal } = this.at;
    const query = { game, position, moves: [...this.played, move] };
    try {
      const answer = await persist(() => learning().attempt(query, goal, work.signal), work.signal);
      if (work.signal.aborted) return;
      this.tried = move;
      this.answer = answer;
      if (answer.kept) this.right(move);
      else this.wrong();
    } catch (error) {
      if (work.signal.aborted) return;
      this.failure = error instanceof Refusal ? error.message : String(error);
      this.stage = 'ask';
    }
  }

  private right(move: string): void {
    this.preview = [move];
    this.stage = 'right';
    if (!this.further) this.onsolved(!this.missed);
  }

  private wrong(): void {
    this.preview = this.refutation.slice(0, SHOWN);
    this.stage = 'wrong';
    this.missed = true;
  }

  /** A board to look at: nothing is asked. */
  look(): void {
    this.stage = 'look';
  }

  again(): void {
    this.stage = 'ask';
    this.answer = null;
    this.preview = [];
  }

  /** The solution, from the position that was asked about. */
  show(): void {
    this.missed = true;
    this.played = [];
    this.view = this.at.view;
    this.preview = this.at.solution.slice(0, SHOWN);
    this.stage = 'shown';
  }

  /** Plays on after a right move, against the longest resistance. */
  playOn(): void {
    const reply = this.answer?.reply;
    if (!this.answer || !reply) return;
    this.played = [...this.played, this.tried, reply];
    this.view = this.answer.view;
    this.further = true;
    this.again();
  }

  rest(): void {
    this.work.abort();
  }
}
