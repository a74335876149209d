/// A game being played: who sits where, whose turn it is, and what happens next.
import { Refusal, type Iteration, type MoveAnswer, type Outcome, type Side, type View } from '../backend/types';
import { otherSide } from '../board/frame';
import { engineTitle, sideName } from '../board/words';
import { say } from '../i18n/index.svelte';
import { Analyser } from './analyser.svelte';
import { backend } from './backend';
import { beaten, LEVELS, levelOf } from './beaten.svelte';
import { persist } from './connection.svelte';
import { levelText, withSeed } from './enginespec';
import { courseLog, type LogEntry } from './courselog';
import { GameTable } from './game.svelte';
import { notices } from './notices.svelte';
import { HUMAN, isWhole, running, type NewGame, type Saved, type Seats } from './running';
import { freshId } from './shelf.svelte';
import { chime } from './sound';
import { read, write } from './storage';
import { pathTo, ROOT, type Tree } from './tree';

export { HUMAN, running, type Seats } from './running';

const THINKING_AFTER_MS = 300;
const STILL_AT_MOST_MS = 900;

/** Seconds between the moves of two engines. */
export const PACES = [0, 1, 3] as const;

/** `?seed=` in the address the page was opened with makes every game repeatable. */
const WISHED_SEED = Number.parseInt(new URLSearchParams(location.search).get('seed') ?? '', 10);

function freshSeed(): number {
  return Number.isSafeInteger(WISHED_SEED) ? WISHED_SEED : Math.floor(Math.random() * 2 ** 31);
}

/** Who plays against somebody who has not chosen yet. */
export const USUAL = levelText(3);

export class Play {
  table = new GameTable();
  seats: Seats = $state({ first: HUMAN, second: USUAL });
  strict = $state(false);
  id = freshId();
  /** The dice of this game. */
  seed = 0;
  /** A win over a level counts only in a game that was played from its start, seats unchanged. */
  fair = true;
  /** Two engines wait for somebody to let them go on. */
  paused = $state(false);
  pace: number = $state(read<number>('pace') ?? PACES[0]);
  /** This person has just won. */
  celebrating = $state(false);
  resigned: Side | null = $state(null);
  /** True once an engine has been thinking for long enough to say so. */
  thinking = $state(false);
  thought: Iteration | null = $state.raw(null);
  /** An engine that could not move; the person may try again. */
  stuck = $state('');
  hintOn = $state(false);
  /** An earlier place being looked at while the game goes on. */
  peek: { id: number; view: View } | null = $state.raw(null);
  /** The place that was asked for last. */
  private looking: number | null = null;
  log: Record<number, LogEntry> = $state({});
  analyser = new Analyser();

  /** A game is on the table. */
  private begun = false;
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

  /** Two engines play, and people only watch. */
  get watched(): boolean {
    return this.humans.length === 0;
  }

  /** The level that was beaten in this game, if it was. */
  get beatenLevel(): number | null {
    const [side] = this.humans;
    const outcome = this.outcome;
    if (this.humans.length !== 1 || !outcome || !('winner' in outcome) || outcome.winner !== side) return null;
    return levelOf(this.seats[otherSide(side!)]);
  }

  /** The level that comes after the one just beaten. */
  get nextLevel(): string | null {
    const level = this.beatenLevel;
    return level !== null && level < LEVELS ? levelText(level + 1) : null;
  }

  seatName(side: Side): string {
    // Two engines of one name are told apart by their colours.
    const twins = this.seats.first === this.seats.second;
    if (this.seats[side] !== HUMAN && !twins) return engineTitle(this.seats[side], this.table.game);
    return this.humans.length === 1 ? say('page.you') : sideName(this.table.view, side);
  }

  async begin(next: NewGame): Promise<void> {
    this.putAside();
    this.stopWork();
    this.seats = next.seats;
    this.strict = next.strict;
    this.forget();
    this.table.blank(next.game);
    await this.enter(next.game);
  }

  /** Opens a position from an address or a text; a refusal is thrown and the game stays as it was. */
  async openAt(game: string, start: string, moves: string[], seats: Seats = this.seats): Promise<void> {
    const view = await this.table.findToOpen({ game, position: start, moves });
    if (!view) return;
    this.putAside();
    this.stopWork();
    this.seats = seats;
    await this.table.adopt(game, view);
    this.forget();
    this.fair = false;
    this.save();
    await this.step();
  }

  /** A game that goes on is kept when another one takes its place. */
  private putAside(): void {
    // Right after a visit begins, the game of the last one is only in storage.
    const left = this.begun ? this.state() : this.saved();
    if (left && !left.resigned && !left.view?.outcome && left.at !== ROOT) running.keep(left);
  }

  /** Takes up a game that was put aside. */
  async takeUp(id: string): Promise<void> {
    const saved = running.take(id);
    if (!saved) return;
    this.putAside();
    this.stopWork();
    this.forget();
    const resumed = this.resume(saved);
    // It is on the shelf no more: it must not be lost before its board arrives.
    this.save();
    await resumed;
    this.save();
  }

  /** The game kept in this browser. */
  saved(): Saved | null {
    const saved = read<Saved>('play');
    return saved && isWhole(saved) ? saved : null;
  }

  async resume(saved: Saved): Promise<void> {
    this.begun = true;
    this.id = saved.id ?? freshId();
    this.seats = saved.seats;
    this.strict = saved.strict === true;
    this.resigned = saved.resigned ?? null;
    this.log = saved.log ?? {};
    this.seed = Number.isSafeInteger(saved.seed) ? saved.seed : 0;
    this.fair = saved.fair !== false;
    this.paused = saved.paused === true;
    this.table.restore(saved.game, saved.start, saved.tree as Tree, saved.at, saved.view);
    try {
      await this.table.refresh();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return this.giveUp(error.message);
    }
    // The game goes on by itself; whoever waits here only wants to see it.
    void this.step();
  }

  /** A kept game that the rules refuse makes way for a new one. */
  private giveUp(why: string): Promise<void> {
    notices.show(say('page.kept.broken', { why }), 'bad');
    this.begun = false;
    write('play', null);
    return this.begin({ game: 'connect4', seats: { first: HUMAN, second: USUAL }, strict: this.strict });
  }

  async rematch(): Promise<void> {
    const { first, second } = this.seats;
    await this.begin({ game: this.table.game, seats: { first: second, second: first }, strict: this.strict });
  }

  /** The same game against the next level, the person on the same side. */
  async climb(): Promise<void> {
    const next = this.nextLevel;
    const side = this.humans[0];
    if (!next || !side) return;
    await this.begin({ game: this.table.game, seats: { ...this.seats, [otherSide(side)]: next }, strict: this.strict });
  }

  /** A person or an engine takes a seat in the middle of the game. */
  async sit(side: Side, who: string): Promise<void> {
    if (this.strict || this.seats[side] === who) return;
    this.stopWork();
    this.seats = { ...this.seats, [side]: who };
    this.fair = false;
    this.hintOn = false;
    this.save();
    await this.step();
  }

  pause(): void {
    this.stopWork();
    this.paused = true;
    this.save();
  }

  async unpause(): Promise<void> {
    this.paused = false;
    this.save();
    await this.step();
  }

  /** Two engines make one move and wait again. */
  async stepOnce(): Promise<void> {
    this.stopWork();
    this.paused = true;
    if (!this.over) await this.engineTurn(this.seats[this.table.view.turn]);
  }

  setPace(seconds: number): void {
    this.pace = seconds;
    write('pace', seconds);
  }

  async humanMove(move: string): Promise<void> {
    if (!this.humanToMove) return;
    const before = this.table.view;
    this.stopWork();
    this.holdStill();
    this.analyser.stop();
    this.table.draw(move);
    this.note(before, move, null);
    this.save();
    chime('place');
    await this.turn(before);
  }

  /** One question after a person's move: what it did, and what the engine answers. */
  private async turn(before: View): Promise<void> {
    const work = (this.turnWork = new AbortController());
    const timer = setTimeout(() => (this.thinking = !work.signal.aborted && !this.humanToMove), THINKING_AFTER_MS);
    const engine = (side: Side) => (this.seats[side] === HUMAN ? null : withSeed(this.seats[side], this.seed));
    const seats = { first: engine('first'), second: engine('second') };
    const query = this.table.query();
    let after = before;
    const hear = (view: View) => {
      if (work.signal.aborted) return;
      after = view;
      this.table.hear(view);
      this.save();
    };
    try {
      const answer = await persist(() => backend().turn(query, seats, hear, work.signal), work.signal);
      if (answer) await this.answered(after, answer, work);
    } catch (error) {
      if (work.signal.aborted) return;
      this.stuck = error instanceof Refusal ? error.message : String(error);
      return;
    } finally {
      clearTimeout(timer);
      if (this.turnWork === work) this.thinking = false;
    }
    if (!work.signal.aborted) await this.step(true);
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
    this.finish(true);
    this.save();
  }

  toggleHint(): void {
    if (this.strict) return;
    this.hintOn = !this.hintOn;
    this.think();
  }

  /** Looks at an earlier place; the game itself stays where it is. */
  async look(id: number): Promise<void> {
    this.looking = id;
    if (id === this.table.at) {
      this.peek = null;
      return;
    }
    const view = await this.table.find(this.table.query(id));
    // Somebody who steps quickly wants the last place only.
    if (this.looking === id) this.peek = { id, view };
  }

  async lookBy(steps: number): Promise<void> {
    const line = this.table.line;
    const from = line.indexOf(this.looking ?? this.table.at);
    const to = line[Math.min(Math.max(from + steps, 0), line.length - 1)];
    if (to !== undefined) await this.look(to);
  }

  backToGame(): void {
    this.peek = null;
    this.looking = null;
  }

  /** The board reports that nothing moves any more. */
  atRest(): void {
    this.settle();
  }

  /** Goes on from an earlier place; what was played from there stays as a variation. */
  async playFrom(id: number): Promise<void> {
    if (this.strict) return;
    this.stopWork();
    this.backToGame();
    this.resigned = null;
    this.fair = false;
    await this.table.show(id);
    this.afterJump();
  }

  retry(): void {
    this.stuck = '';
    void this.step();
  }

  private async enter(game: string): Promise<void> {
    try {
      const view = await this.table.findToOpen({ game, position: '-', moves: [] });
      if (!view) return;
      await this.table.adopt(game, view);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notices.show(error.message, 'bad');
      return;
    }
    this.save();
    await this.step();
  }

  /** What happens at this place: the end, an engine's turn, or a person's. */
  private async step(moved = false): Promise<void> {
    if (this.over) return this.finish(moved);
    if (this.seats[this.table.view.turn] === HUMAN) return this.think();
    if (this.watched && this.paused) return;
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
      if (this.watched && !this.paused && this.table.at !== ROOT) await pauseFor(this.pace, work.signal);
      await this.answered(before, answer, work);
    } catch (error) {
      if (work.signal.aborted) return;
      this.stuck = error instanceof Refusal ? error.message : String(error);
      return;
    } finally {
      clearTimeout(timer);
      if (this.turnWork === work) this.thinking = false;
    }
    if (!work.signal.aborted) await this.step(true);
  }

  /** Plays an engine's answer once the board is still. */
  private async answered(before: View, answer: MoveAnswer, work: AbortController): Promise<void> {
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

  private finish(moved: boolean): void {
    this.analyser.stop();
    notices.speak(this.resultText());
    if (!moved) return;
    chime('end');
    const outcome = this.outcome;
    this.celebrating = this.humans.length === 1 && outcome !== null && 'winner' in outcome && outcome.winner === this.humans[0];
    const level = this.beatenLevel;
    if (level !== null && this.fair) beaten.add(this.table.game, level);
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
    this.backToGame();
    this.thought = null;
    this.stuck = '';
    this.log = {};
    this.id = freshId();
    this.seed = freshSeed();
    this.fair = true;
    this.paused = false;
    this.celebrating = false;
    this.analyser.stop();
  }

  private stopWork(): void {
    this.turnWork?.abort();
    this.turnWork = null;
    if (!this.peek) this.looking = null;
    this.thinking = false;
    this.celebrating = false;
    this.stuck = '';
  }

  save(): void {
    this.begun = true;
    write('play', this.state());
  }

  /** Everything that must survive a reload. */
  private state(): Saved {
    const { game, start, tree, at, view, fresh } = this.table;
    return {
      id: this.id,
      game,
      seats: this.seats,
      strict: this.strict,
      start,
      tree,
      at,
      resigned: this.resigned,
      view,
      fresh,
      log: this.log,
      seed: this.seed,
      fair: this.fair,
      paused: this.paused,
    };
  }
}

function pauseFor(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => resolve());
  });
}

export const play = new Play();
