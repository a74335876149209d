/// A game being played: who sits where, whose turn it is, and what happens next.
import { Refusal, type Iteration, type Outcome, type Side, type View } from '../backend/types';
import { otherSide } from '../board/frame';
import { engineTitle, sideName } from '../board/words';
import { say } from '../i18n/index.svelte';
import { Analyser } from './analyser.svelte';
import { backend } from './backend';
import { persist } from './connection.svelte';
import { withSeed } from './enginespec';
import { courseLog, type LogEntry } from './courselog';
import { GameTable } from './game.svelte';
import { notices } from './notices.svelte';
import { chime } from './sound';
import { read, write } from './storage';
import { isTree, movesTo, pathTo, ROOT, type Tree } from './tree';

export const HUMAN = 'human';
const THINKING_AFTER_MS = 300;
const STILL_AT_MOST_MS = 900;

export interface Seats {
  first: string;
  second: string;
}

export interface NewGame {
  game: string;
  seats: Seats;
  /** Forbids undo, hints and scores, as a teacher may want. */
  strict: boolean;
}

interface Saved extends NewGame {
  start: string;
  tree: unknown;
  at: number;
  resigned: Side | null;
  view: View;
  log: Record<number, LogEntry>;
  seed: number;
}

/** `?seed=` in the address the page was opened with makes every game repeatable. */
const WISHED_SEED = Number.parseInt(new URLSearchParams(location.search).get('seed') ?? '', 10);

function freshSeed(): number {
  return Number.isSafeInteger(WISHED_SEED) ? WISHED_SEED : Math.floor(Math.random() * 2 ** 31);
}

export class Play {
  table = new GameTable();
  seats: Seats = $state({ first: HUMAN, second: 'level:3' });
  strict = $state(false);
  /** The dice of this game. */
  seed = 0;
  resigned: Side | null = $state(null);
  /** True once an engine has been thinking for long enough to say so. */
  thinking = $state(false);
  thought: Iteration | null = $state.raw(null);
  /** An engine that could not move; the person may try again. */
  stuck = $state('');
  hintOn = $state(false);
  /** An earlier place being looked at while the game goes on. */
  peek: { id: number; view: View } | null = $state.raw(null);
  log: Record<number, LogEntry> = $state({});
  analyser = new Analyser();

  private turnWork: AbortController | null = null;
  private still: Promise<void> = Promise.resolve();
  private settle: () => void = () => undefined;

  /** The view on the board: the game's, or the place being looked at. */
  get view(): View {
    return this.peek?.view ?? this.table.view;
  }

  get outcome(): Outcome {
    return this.resigned ? { winner: otherSide(this.resigned) } : this.table.view.outcome;
  }

  get over(): boolean {
    return this.outcome !== null;
  }

  get humans(): Side[] {
    return (['first', 'second'] as Side[]).filter((side) => this.seats[side] === HUMAN);
  }

  get humanToMove(): boolean {
    return this.table.fresh && !this.over && !this.peek && this.seats[this.table.view.turn] === HUMAN;
  }

  get canUndo(): boolean {
    return !this.strict && !this.peek && this.humans.length > 0 && this.table.at !== ROOT;
  }

  get canRedo(): boolean {
    return !this.strict && !this.peek && !this.table.atTip;
  }

  seatName(side: Side): string {
    if (this.seats[side] !== HUMAN) return engineTitle(this.seats[side], this.table.game);
    return this.humans.length === 1 ? say('page.you') : sideName(this.table.view, side);
  }

  async begin(next: NewGame): Promise<void> {
    this.stopWork();
    this.seats = next.seats;
    this.strict = next.strict;
    this.forget();
    this.table.blank(next.game);
    await this.enter(() => this.table.open(next.game));
  }

  /** Opens a position from an address or a text; a refusal is thrown and the game stays as it was. */
  async openAt(game: string, start: string, moves: string[]): Promise<void> {
    await this.table.open(game, start, moves);
    this.stopWork();
    this.forget();
    this.save();
    await this.step();
  }

  /** The game kept in this browser. */
  saved(): Saved | null {
    const saved = read<Saved>('play');
    return saved && isTree(saved.tree) && typeof saved.game === 'string' && saved.seats ? saved : null;
  }

  async resume(saved: Saved): Promise<void> {
    this.seats = saved.seats;
    this.strict = saved.strict === true;
    this.resigned = saved.resigned ?? null;
    this.log = saved.log ?? {};
    this.seed = Number.isSafeInteger(saved.seed) ? saved.seed : 0;
    this.table.restore(saved.game, saved.start, saved.tree as Tree, saved.at, saved.view);
    await this.table.refresh();
    // The game goes on by itself; whoever waits here only wants to see it.
    void this.step();
  }

  async rematch(): Promise<void> {
    const { first, second } = this.seats;
    await this.begin({ game: this.table.game, seats: { first: second, second: first }, strict: this.strict });
  }

  async humanMove(move: string): Promise<void> {
    if (!this.humanToMove) return;
    const before = this.table.view;
    this.stopWork();
    this.holdStill();
    this.analyser.stop();
    const moved = this.table.playMove(move);
    this.note(before, move, null);
    this.save();
    await this.enter(() => moved);
    chime('place');
  }

  /** Says why a pressed cell is no move, in the server's words. */
  async refused(typed: string): Promise<void> {
    if (!this.humanToMove) return;
    try {
      const query = this.table.query();
      await backend().view({ ...query, moves: [...query.moves, typed] });
    } catch (error) {
      if (error instanceof Refusal) notices.show(error.message, 'bad');
    }
  }

  async undo(): Promise<void> {
    if (!this.canUndo) return;
    this.stopWork();
    this.resigned = null;
    do await this.table.back();
    while (this.table.at !== ROOT && this.seats[this.table.view.turn] !== HUMAN);
    this.afterJump();
  }

  async redo(): Promise<void> {
    if (!this.canRedo) return;
    this.stopWork();
    do await this.table.forward();
    while (!this.table.atTip && this.seats[this.table.view.turn] !== HUMAN);
    this.afterJump();
  }

  private afterJump(): void {
    this.save();
    notices.speak(say('page.say.atmove', { ply: String(this.table.view.ply) }));
    void this.step();
  }

  resign(): void {
    if (this.over || this.humans.length === 0) return;
    this.stopWork();
    this.resigned = this.humans.length === 1 ? this.humans[0]! : this.table.view.turn;
    this.finish();
    this.save();
  }

  toggleHint(): void {
    if (this.strict) return;
    this.hintOn = !this.hintOn;
    this.think();
  }

  /** Looks at an earlier place; the game itself stays where it is. */
  async look(id: number): Promise<void> {
    if (id === this.table.at) {
      this.peek = null;
      return;
    }
    const query = { game: this.table.game, position: this.table.start, moves: movesTo(this.table.tree, id) };
    this.peek = { id, view: await persist(() => backend().view(query)) };
  }

  async lookBy(steps: number): Promise<void> {
    const line = this.table.line;
    const from = line.indexOf(this.peek?.id ?? this.table.at);
    const to = line[Math.min(Math.max(from + steps, 0), line.length - 1)];
    if (to !== undefined) await this.look(to);
  }

  /** The board reports that nothing moves any more. */
  atRest(): void {
    this.settle();
  }

  retry(): void {
    this.stuck = '';
    void this.step();
  }

  private async enter(load: () => Promise<void>): Promise<void> {
    try {
      await load();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notices.show(error.message, 'bad');
      return;
    }
    this.save();
    await this.step();
  }

  /** What happens at this place: the end, an engine's turn, or a person's. */
  private async step(): Promise<void> {
    if (this.over) return this.finish();
    if (this.seats[this.table.view.turn] === HUMAN) return this.think();
    await this.engineTurn(this.seats[this.table.view.turn]);
  }

  private async engineTurn(engine: string): Promise<void> {
    this.stopWork();
    const work = (this.turnWork = new AbortController());
    const timer = setTimeout(() => (this.thinking = !work.signal.aborted), THINKING_AFTER_MS);
    const before = this.table.view;
    const query = this.table.query();
    try {
      const answer = await persist(() => backend().move(query, withSeed(engine, this.seed), {}, work.signal), work.signal);
      await this.still;
      if (work.signal.aborted) return;
      this.thinking = false;
      this.thought = answer.thought;
      this.holdStill();
      this.table.accept(answer.move, answer.view);
      this.note(before, answer.move, answer.thought);
      chime('answer');
      this.save();
      notices.speak(this.playedText(before, answer.move));
    } catch (error) {
      if (work.signal.aborted) return;
      this.stuck = error instanceof Refusal ? error.message : String(error);
      return;
    } finally {
      clearTimeout(timer);
      if (this.turnWork === work) this.thinking = false;
    }
    await this.step();
  }

  private playedText(before: View, move: string): string {
    const turn = this.humanToMove ? ` ${say('page.say.yourturn')}` : '';
    return say('page.say.played', { who: this.seatName(before.turn), move }) + turn;
  }

  /** Looks for a hint or scores while a person thinks, if they asked for it. */
  think(): void {
    if (!this.hintOn || !this.humanToMove) return this.analyser.stop();
    void this.analyser.run(this.table.query(), 'best', { time: 0.4 }, 1).then(() => {
      const best = this.analyser.iteration?.best;
      if (best && this.humanToMove) notices.speak(say('page.say.hint', { move: best }));
    });
  }

  private finish(): void {
    this.analyser.stop();
    notices.speak(this.resultText());
    chime('end');
  }

  resultText(): string {
    const outcome = this.outcome;
    if (!outcome) return '';
    if ('draw' in outcome) return say('page.result.draw');
    const winner = outcome.winner;
    const how = this.resigned ? '.resigned' : '';
    if (this.humans.length === 1) {
      return this.humans[0] === winner
        ? say('page.result.won')
        : say(`page.result.lost${how}`, { who: this.seatName(winner) });
    }
    return say('page.result.wins', { who: this.seatName(winner) });
  }

  private note(before: View, move: string, thought: Iteration | null): void {
    const entry = courseLog(before, move, thought);
    if (entry) this.log = { ...this.log, [this.table.at]: entry };
  }

  /** The log of the moves so far, in order. */
  get logEntries(): LogEntry[] {
    return pathTo(this.table.tree, this.table.at).flatMap((id) => this.log[id] ?? []);
  }

  private holdStill(): void {
    this.still = new Promise((resolve) => {
      this.settle = resolve;
      // A hidden page animates nothing; the game must go on all the same.
      setTimeout(resolve, STILL_AT_MOST_MS);
    });
  }

  private forget(): void {
    this.resigned = null;
    this.peek = null;
    this.thought = null;
    this.stuck = '';
    this.log = {};
    this.seed = freshSeed();
    this.analyser.stop();
  }

  private stopWork(): void {
    this.turnWork?.abort();
    this.turnWork = null;
    this.thinking = false;
    this.stuck = '';
  }

  save(): void {
    const { game, start, tree, at, view } = this.table;
    const saved: Saved = {
      game,
      seats: this.seats,
      strict: this.strict,
      start,
      tree,
      at,
      resigned: this.resigned,
      view,
      log: this.log,
      seed: this.seed,
    };
    write('play', saved);
  }
}

export const play = new Play();
