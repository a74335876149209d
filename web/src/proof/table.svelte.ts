/// A game of Connect Four with a strategy at the first player's side: as coach or as opponent.
import type { View } from '../backend/types';
import type { StrategyAnswer } from '../backend/wire';
import { backend } from '../state/backend';
import { persist } from '../state/connection.svelte';
import { GAME, proofs, type Variant } from './backend';

/** The reader plays first with the strategy as coach, or second against it. */
export type Role = 'coach' | 'opponent';

export interface Told {
  ply: number;
  move: string;
  answer: StrategyAnswer;
}

export class ProofTable {
  role: Role = $state('coach');
  variant: Variant = $state('plans');
  /** Who answers when the reader plays first. */
  rival = $state('level:5');
  moves: string[] = $state.raw([]);
  view: View | null = $state.raw(null);
  advice: StrategyAnswer | null = $state.raw(null);
  /** What the strategy said at each of its turns. */
  told: Told[] = $state.raw([]);
  thinking = $state(false);
  private turn = 0;

  get readersTurn(): boolean {
    if (!this.view || this.view.outcome || this.thinking) return false;
    return (this.view.turn === 'first') === (this.role === 'coach');
  }

  restart(): Promise<void> {
    this.told = [];
    return this.show([]);
  }

  play(move: string): Promise<void> {
    if (!this.readersTurn) return Promise.resolve();
    if (this.advice?.state === 'play' && this.role === 'coach') this.remember(move, this.advice);
    return this.show([...this.moves, move]);
  }

  /** Takes back the reader's last move. */
  undo(): Promise<void> {
    const mine = this.role === 'coach' ? 0 : 1;
    let keep = this.moves.length - 1;
    while (keep > 0 && keep % 2 !== mine) keep -= 1;
    this.told = this.told.filter(({ ply }) => ply < keep);
    return this.show(this.moves.slice(0, Math.max(keep, 0)));
  }

  private remember(move: string, answer: StrategyAnswer): void {
    this.told = [...this.told, { ply: this.moves.length, move, answer }];
  }

  /** Shows a game and lets whoever is not the reader move on. */
  private async show(moves: string[]): Promise<void> {
    const turn = ++this.turn;
    this.thinking = true;
    const query = { game: GAME, position: '-', moves };
    const [view, advice] = await persist(() =>
      Promise.all([backend().view(query), proofs().strategy(moves, this.variant)]),
    );
    if (turn !== this.turn) return;
    this.moves = moves;
    this.view = view;
    this.advice = advice;
    this.thinking = false;
    if (view.outcome || this.readersTurn) return;
    this.thinking = true;
    let next: string | null = advice.move ?? null;
    if (view.turn === 'first' && next) this.remember(next, advice);
    if (view.turn === 'second') next = (await persist(() => backend().move(query, this.rival, { time: 0.5 }))).move;
    if (turn !== this.turn) return;
    this.thinking = false;
    if (next) await this.show([...moves, next]);
  }
}
