/// A position under study: the board is always playable, the engine looks at what is shown,
/// and the evaluations of the game's line are gathered for the graph.
import { Refusal, type Escape, type Forced, type Iteration, type PositionQuery, type Score, type Side, type View } from '../backend/types';
import { barScale, chanceText, hasChance, rank, scoreText, share, tone } from '../board/words';
import type { ScoreMark } from '../board/marks';
import { notices } from './notices.svelte';
import { Analyser } from './analyser.svelte';
import { backend } from './backend';
import { persist } from './connection.svelte';
import { GameTable, keyOf } from './game.svelte';
import { settings } from './settings.svelte';
import { freshId, Shelf } from './shelf.svelte';
import { read, write } from './storage';
import { follow, isTree, ROOT, type Tree } from './tree';

const GRAPH_SECONDS = 0.15;
const ESCAPE_SECONDS = 2;
const BIG_BOARD = 100;
const SCORES_ON_BIG_BOARDS = 5;
const MOST_LINES = 32;

interface Saved {
  id: string;
  game: string;
  start: string;
  tree: Tree;
  at: number;
  view: View;
}

function isWhole(saved: Saved | null): saved is Saved {
  return saved !== null && isTree(saved.tree) && typeof saved.game === 'string';
}

const STUDIES_KEPT = 12;

/** Studies that were open before another one. */
export const studies = new Shelf<Saved>('studies', STUDIES_KEPT, isWhole);

/** How the engine is asked; kept for the next visit. */
interface Asking {
  seconds: number;
  lines: number;
  on: boolean;
  numbers: boolean;
}

export const MOST_LINES_SHOWN = 10;

export class Study {
  table = new GameTable();
  analyser = new Analyser();
  id = freshId();
  on = $state(true);
  engine = $state('best');
  /** Seconds for one position; 0 goes on until it is stopped. */
  seconds = $state(2);
  lines = $state(3);
  /** Move numbers on the stones. */
  numbers = $state(false);
  flipped = $state(false);
  /** A line being pointed at, shown as numbered stones. */
  preview: string[] = $state.raw([]);
  /** A forced win stands on the board as numbered stones. */
  lens = $state(true);
  /** The defence whose refutation is shown. */
  defence: string | null = $state(null);
  /** The last move of the game that still held. */
  escape: Escape | null = $state.raw(null);
  /** The first player's share of each position of the game, by position. */
  shares: Map<string, number> = $state.raw(new Map());
  /** Somebody else needs the engine: nothing is looked at meanwhile. */
  resting = $state(false);
  /** A study is on the table. */
  private begun = false;
  private graphWork: AbortController | null = null;
  /** How often was looked; only the last look goes on. */
  private looks = 0;

  constructor() {
    const asking = read<Partial<Asking>>('analysis') ?? {};
    if (typeof asking.seconds === 'number') this.seconds = asking.seconds;
    if (typeof asking.lines === 'number') this.lines = Math.min(Math.max(Math.round(asking.lines), 1), MOST_LINES_SHOWN);
    if (typeof asking.on === 'boolean') this.on = asking.on;
    this.numbers = asking.numbers === true;
  }

  /** Asks differently from now on. */
  ask(next: Partial<Asking & Pick<Study, 'engine'>>): void {
    Object.assign(this, next);
    const { seconds, lines, on, numbers } = this;
    write('analysis', { seconds, lines, on, numbers } satisfies Asking);
  }

  get view(): View {
    return this.table.view;
  }

  private get scale(): number {
    return barScale(this.table.game, this.engine);
  }

  get iteration(): Iteration | null {
    return this.analyser.about === keyOf(this.table.query()) ? this.analyser.iteration : null;
  }

  /** Where the moves are few, all of them are scored; elsewhere as many as were asked for. */
  get linesWanted(): number {
    const { cols, rows, gravity, legal } = this.view;
    // Before the answer nobody knows the legal moves; there are no more than places for a stone.
    const places = gravity ? cols + 1 : rows.join('').replaceAll(/[^.]/g, '').length;
    const count = this.table.fresh ? legal.length : places;
    return count <= MOST_LINES ? Math.max(count, 1) : Math.max(this.lines, SCORES_ON_BIG_BOARDS);
  }

  /** Estimates are shown as chances there: two digits fit on a small cell. */
  get bigBoard(): boolean {
    return this.view.cols * this.view.rows.length > BIG_BOARD;
  }

  get forced(): Forced | null {
    return this.iteration?.forced ?? null;
  }

  /** The forced win, or how the chosen defence is refuted, as a line from here. */
  get forcedLine(): string[] {
    const forced = this.forced;
    if (!forced) return [];
    const refuted = forced.defences.find(({ move }) => move === this.defence);
    return refuted ? [...forced.line.slice(0, 1), refuted.move, ...refuted.line] : forced.line;
  }

  /** The line drawn on the board: the one pointed at, else the forced win. */
  get shownLine(): string[] {
    return this.preview.length > 0 || !this.lens ? this.preview : this.forcedLine;
  }

  /** Scores and the forced win share the board: one of them is shown. */
  get scoresShown(): boolean {
    return settings.scores && !(this.lens && this.forced);
  }

  toggleScores(): void {
    const show = !this.scoresShown;
    if (show && this.forced) this.lens = false;
    settings.change({ scores: show });
  }

  /** Scores to draw on the board; on big boards only the best few, so that they can be read. */
  get scoreMarks(): ScoreMark[] {
    const iteration = this.iteration;
    if (!iteration || this.view.outcome) return [];
    const moves = iteration.moves;
    const chosen = moves.find(({ move }) => move === iteration.best);
    const big = this.bigBoard;
    return (big ? moves.slice(0, SCORES_ON_BIG_BOARDS) : moves).map(({ move, score }) => ({
      move,
      // On the board a sign is only needed where it is minus.
      text: big || hasChance(score) ? chanceText(score, this.scale) : scoreText(score).replace('+', ''),
      best: move === iteration.best || (!big && chosen !== undefined && rank(score) === rank(chosen.score)),
      tone: tone(score),
    }));
  }

  /** The first player's share of the bar at this position. */
  get shareNow(): number {
    const iteration = this.iteration;
    return iteration ? firstShare(this.view, iteration.score, this.scale) : (this.shares.get(keyOf(this.table.query())) ?? finished(this.view) ?? 0.5);
  }

  /** Opens a position. A study that holds its moves already is taken up again, with all its variations. */
  async open(game: string, start = '-', moves: string[] = [], ply: number | null = null): Promise<void> {
    const view = await this.table.findToOpen({ game, position: start, moves });
    if (!view) return;
    if (view.moves.length > 0 && (await this.reopen(game, view, ply))) return;
    this.putAside();
    this.id = freshId();
    await this.table.adopt(game, view, ply);
    this.settle();
  }

  private async reopen(game: string, view: View, ply: number | null): Promise<boolean> {
    const current = read<Saved>('study');
    for (const saved of [...(isWhole(current) ? [current] : []), ...studies.list]) {
      if (saved.game !== game || saved.start !== view.start) continue;
      const path = follow(saved.tree, view.moves);
      if (!path) continue;
      if (saved.id !== this.id) this.putAside();
      const at = path[Math.min(ply ?? path.length - 1, path.length - 1)] ?? ROOT;
      await this.take({ ...saved, at, view });
      return true;
    }
    return false;
  }

  async resume(): Promise<boolean> {
    const saved = read<Saved>('study');
    if (!isWhole(saved)) return false;
    await this.take(saved);
    return true;
  }

  /** Takes up a study that was put aside. */
  async takeUp(id: string): Promise<void> {
    const saved = studies.list.find((kept) => kept.id === id);
    if (!saved) return;
    this.putAside();
    await this.take(saved);
  }

  private async take(saved: Saved): Promise<void> {
    studies.take(saved.id);
    this.id = saved.id ?? freshId();
    this.table.restore(saved.game, saved.start, saved.tree, saved.at, saved.view);
    this.save();
    await this.table.refresh();
    this.settle();
  }

  private putAside(): void {
    // Right after a visit begins, the study of the last one is only in storage.
    const left = this.begun ? this.state() : read<Saved>('study');
    if (isWhole(left) && left.tree.nodes.length > 1) studies.keep(left);
  }

  async go(where: 'first' | 'back' | 'forward' | 'last' | number): Promise<void> {
    if (typeof where === 'number') await this.table.show(where);
    else await this.table[where]();
    this.settle();
  }

  async playMove(move: string): Promise<void> {
    if (!this.table.fresh || !this.view.legal.includes(move)) return;
    this.table.draw(move);
    await this.arrive();
  }

  /** One question for what a move led to: its board, and then what it is worth. */
  private async arrive(): Promise<void> {
    if (this.on && !this.table.known) {
      this.settle();
      return;
    }
    await this.table.refresh();
    this.settle();
  }

  /** Plays a whole line from here, to its end. */
  async playLine(moves: readonly string[]): Promise<void> {
    if (!this.table.fresh || moves.length === 0) return;
    for (const move of moves) this.table.draw(move);
    await this.arrive();
  }

  promote(id: number): void {
    this.table.promote(id);
    this.save();
  }

  async playBest(): Promise<void> {
    const best = this.iteration?.best;
    if (best) await this.playMove(best);
  }

  async refused(typed: string): Promise<void> {
    try {
      const query = this.table.query();
      await backend().view({ ...query, moves: [...query.moves, typed] });
    } catch (error) {
      if (error instanceof Refusal) notices.show(error.message, 'bad');
    }
  }

  /** Looks again at what is shown, keeps it, and draws the graph further. */
  settle(): void {
    this.preview = [];
    this.defence = null;
    this.escape = null;
    this.save();
    void this.look();
  }

  async look(): Promise<void> {
    const look = (this.looks += 1);
    this.graphWork?.abort();
    if (this.resting) return;
    if (!this.on && this.iteration) {
      // What was found stays to be read.
      this.analyser.pause();
    } else if (!this.on || this.view.outcome) {
      this.analyser.stop();
    } else {
      const query = this.table.query();
      const limits = this.seconds > 0 ? { time: this.seconds } : { endless: true };
      const unseen = this.table.fresh ? undefined : (view: View) => this.seen(query, view);
      await this.analyser.run(query, this.engine, limits, this.linesWanted, unseen);
      if (look !== this.looks) return;
      if (!this.table.fresh && keyOf(query) === keyOf(this.table.query())) await this.table.refresh();
      if (keyOf(query) !== keyOf(this.table.query())) return;
      const iteration = this.iteration;
      if (iteration) this.note(keyOf(query), firstShare(this.view, iteration.score, this.scale));
      if (iteration?.forced) await this.findEscape(query);
    }
    await this.gather();
  }

  /** Where the side that is losing could still have held. */
  private async findEscape(query: PositionQuery): Promise<void> {
    const work = (this.graphWork = new AbortController());
    try {
      const found = await persist(() => backend().threats(query, { time: ESCAPE_SECONDS }, work.signal), work.signal);
      if (!work.signal.aborted && keyOf(query) === keyOf(this.table.query())) this.escape = found.escape;
    } catch (error) {
      if (!work.signal.aborted && !(error instanceof Refusal)) throw error;
    }
  }

  /** The board of the position came with its analysis. */
  private seen(query: PositionQuery, view: View): void {
    if (keyOf(query) !== keyOf(this.table.query())) return;
    this.table.hear(view);
    this.save();
    // Nobody needs to think about a finished game.
    if (view.outcome) this.analyser.stop();
  }

  /** Evaluates, one after the other, the positions of the line that have no value yet. */
  private async gather(): Promise<void> {
    if (!this.on) return;
    const work = (this.graphWork = new AbortController());
    // Another study may come to the table while these are looked at.
    for (const query of this.table.line.map((id) => this.table.query(id))) {
      const key = keyOf(query);
      if (work.signal.aborted) return;
      if (this.shares.has(key)) continue;
      try {
        let view: View | null = null;
        let last: Iteration | null = null;
        const hear = { view: (seen: View) => (view = seen), iteration: (iteration: Iteration) => (last = iteration) };
        await persist(() => backend().analyze(query, this.engine, { time: GRAPH_SECONDS }, 1, hear, work.signal), work.signal);
        const value = shareOf(view, last, this.scale);
        if (value !== null) this.note(key, value);
      } catch {
        return;
      }
    }
  }

  /** The first player's share at a place of the tree, found by somebody else. */
  learn(id: number, value: number): void {
    this.note(keyOf(this.table.query(id)), value);
  }

  private note(key: string, value: number): void {
    this.shares = new Map(this.shares).set(key, value);
  }

  /** The graph's points along the line shown. */
  get graph(): { id: number; share: number | null }[] {
    return this.table.line.map((id) => ({ id, share: this.shares.get(keyOf(this.table.query(id))) ?? null }));
  }

  /** Nobody looks any more. */
  rest(): void {
    this.graphWork?.abort();
    this.analyser.stop();
  }

  save(): void {
    this.begun = true;
    write('study', this.state());
  }

  private state(): Saved {
    const { game, start, tree, at, view } = this.table;
    return { id: this.id, game, start, tree, at, view };
  }

  get atStart(): boolean {
    return this.table.at === ROOT;
  }
}

/** A finished game's share; null while it goes on. */
export function finished(view: View): number | null {
  if (!view.outcome) return null;
  if ('draw' in view.outcome) return 0.5;
  return view.outcome.winner === 'first' ? 1 : 0;
}

/** The share of a position that was asked about; null where too little was heard. */
function shareOf(view: View | null, last: Iteration | null, scale: number): number | null {
  return view && (finished(view) ?? (last && firstShare(view, last.score, scale)));
}

/** Scores speak for the side to move; the bar and the graph speak for the first player. */
export function firstShare(view: View, score: Score, scale: number): number {
  const mine = share(score, scale);
  return view.turn === ('first' as Side) ? mine : 1 - mine;
}

export const study = new Study();
