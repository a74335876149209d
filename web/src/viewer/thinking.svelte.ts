/// A textbook search being looked at: the part of its tree that is known, what is open, and when
/// in the search we are. Every number comes from the server; a closed node is searched again when
/// it is opened, with the window it had.
import { Refusal, type PositionQuery } from '../backend/types';
import { persist } from '../state/connection.svelte';
import { traces } from './backend';
import { nextCut, sameMoment, stageOf, timeline, valueAt, type Moment, type Timeline } from './timeline';
import { bestLine, EMPTY, isLeaf, keyOf, merge, ROOT, rows, type Key, type Row, type SearchTree } from './tree';
import type { TraceAnswer, TraceNode } from './types';

/** Nodes opened one after the other while looking for the next cut below what is shown. */
const CUT_SEARCH = 60;
/** Boards with more moves than this start closed: the list would hide everything else. */
const MOST_OPENED = 40;

export class Thinking {
  tree: SearchTree = $state.raw(EMPTY);
  open: ReadonlySet<Key> = $state.raw(new Set<Key>());
  /** The node being looked at. */
  at: Key = $state(ROOT);
  /** The moment of the search; after the last one everything is known. */
  time = $state(0);
  onlyCuts = $state(false);
  playing = $state(false);
  busy = $state(false);
  failure = $state('');
  depth = $state(0);
  missing: TraceAnswer['missing'] = $state.raw(null);
  beyond: TraceAnswer['beyond'] = $state.raw(null);

  line: Timeline = $derived(timeline(this.tree, this.open));
  rows: Row[] = $derived(rows(this.tree, this.open, this.onlyCuts));

  private query: PositionQuery | null = null;
  private engine = '';
  private work: AbortController | null = null;
  private ticking: ReturnType<typeof setInterval> | null = null;

  get root(): TraceNode | null {
    return this.tree.nodes.get(ROOT) ?? null;
  }

  get node(): TraceNode | null {
    return this.tree.nodes.get(this.at) ?? null;
  }

  get end(): number {
    return this.line.moments.length;
  }

  get moment(): Moment | null {
    return this.line.moments[this.time] ?? null;
  }

  stage(key: Key): 'future' | 'open' | 'done' {
    return stageOf(this.line, key, this.time);
  }

  value(key: Key): number | null {
    return valueAt(this.tree, this.line, key, this.time);
  }

  /** Searches from the root and opens the way to a node; an address that leads nowhere opens its nearest ancestor. */
  async load(query: PositionQuery, engine: string, path: string[] = []): Promise<void> {
    this.pause();
    this.query = query;
    this.engine = engine;
    this.missing = null;
    this.beyond = null;
    const answer = await this.ask(path);
    if (!answer) return;
    this.beyond = answer.beyond;
    this.missing = answer.missing;
    this.depth = answer.depth;
    this.tree = merge(EMPTY, answer.nodes);
    const opened = answer.path.map((_, i) => keyOf(answer.path.slice(0, i)));
    const wide = (this.tree.children.get(ROOT)?.length ?? 0) > MOST_OPENED;
    this.open = new Set(wide ? opened : [ROOT, ...opened]);
    this.at = keyOf(answer.path);
    this.time = this.end;
  }

  /** Ends a search that takes too long. */
  cancel(): void {
    this.work?.abort();
    this.work = null;
    this.busy = false;
  }

  private async ask(path: string[], node?: TraceNode): Promise<TraceAnswer | null> {
    const query = this.query;
    if (!query) return null;
    this.work?.abort();
    const work = (this.work = new AbortController());
    this.busy = true;
    this.failure = '';
    const known = node ? { window: { alpha: node.alpha, beta: node.beta }, id: node.id } : {};
    const asked = { ...query, engine: this.engine, path, ...known };
    try {
      const answer = await persist(() => traces().trace(asked, work.signal), work.signal);
      return work.signal.aborted ? null : answer;
    } catch (error) {
      if (!work.signal.aborted) this.failure = error instanceof Refusal ? error.message : String(error);
      return null;
    } finally {
      if (this.work === work) this.busy = false;
    }
  }

  /** Makes a node's children known, by searching it again if they are not. */
  private async learn(key: Key): Promise<boolean> {
    const node = this.tree.nodes.get(key);
    if (!node || isLeaf(node)) return false;
    if (this.tree.children.has(key)) return true;
    const answer = await this.ask(node.path, node);
    if (!answer || answer.beyond) return false;
    const [first, ...below] = answer.nodes;
    if (!first) return false;
    this.tree = merge(this.tree, [{ ...first, parent: node.parent }, ...below]);
    return this.tree.children.has(key);
  }

  /** Shows other nodes without losing the moment we are at. */
  private reopen(open: ReadonlySet<Key>): void {
    const before = this.line;
    const time = this.time;
    this.open = open;
    this.time = sameMoment(before, time, this.line);
  }

  async expand(key: Key): Promise<void> {
    if (this.open.has(key) || !(await this.learn(key))) return;
    this.reopen(new Set(this.open).add(key));
  }

  collapse(key: Key): void {
    if (!this.open.has(key)) return;
    const open = new Set(this.open);
    open.delete(key);
    this.reopen(open);
    // What is looked at stays in sight.
    if (this.at !== key && this.at.startsWith(key === ROOT ? '' : `${key}.`)) this.at = key;
  }

  toggle(key: Key): Promise<void> {
    if (!this.open.has(key)) return this.expand(key);
    this.collapse(key);
    return Promise.resolve();
  }

  collapseAll(): void {
    this.pause();
    this.reopen(new Set([ROOT]));
    this.at = ROOT;
    this.time = this.end;
  }

  /** Looks at a node; in the middle of a walk time follows to the moment it returns. */
  select(key: Key): void {
    this.pause();
    this.at = key;
    if (this.time < this.end) this.time = this.line.leaveAt.get(key) ?? this.time;
  }

  /** Opens the line of best moves down to its leaf, and looks at the leaf. */
  async followBest(): Promise<void> {
    this.pause();
    this.time = this.end;
    let at: Key = ROOT;
    for (;;) {
      await this.expand(at);
      const next = bestLine(this.tree, at)[0];
      if (next === undefined || !this.open.has(at)) break;
      at = next;
    }
    this.at = at;
    this.time = this.end;
  }

  seek(time: number): void {
    this.time = Math.min(Math.max(Math.round(time), 0), this.end);
    this.at = this.moment?.key ?? ROOT;
  }

  step(): void {
    this.seek(this.time >= this.end ? 0 : this.time + 1);
  }

  back(): void {
    this.seek(this.time - 1);
  }

  /** The next cut shown; else the next one in what is still closed, which is opened on the way. */
  async toNextCut(): Promise<boolean> {
    this.pause();
    let time = this.time >= this.end ? -1 : this.time;
    const target = nextCut(this.line, time);
    if (target !== null) {
      this.seek(target);
      return true;
    }
    for (let tries = 0; tries < CUT_SEARCH; tries++) {
      const closed = this.line.moments.findIndex(
        ({ key, kind }, i) => i > time && kind === 'enter' && !this.open.has(key) && this.tree.nodes.get(key)!.nodes > 2,
      );
      if (closed < 0) return false;
      const key = this.line.moments[closed]!.key;
      if (!(await this.learn(key))) return false;
      this.open = new Set(this.open).add(key);
      const found = nextCut(this.line, Math.max(time, closed - 1));
      if (found !== null) {
        this.seek(found);
        return true;
      }
      time = closed;
    }
    return false;
  }

  play(everyMs: number): void {
    this.pause();
    this.playing = true;
    if (this.time >= this.end) this.seek(0);
    this.ticking = setInterval(() => {
      this.seek(this.time + 1);
      if (this.time >= this.end) this.pause();
    }, everyMs);
  }

  pause(): void {
    if (this.ticking !== null) clearInterval(this.ticking);
    this.ticking = null;
    this.playing = false;
  }

  /** Leaves the page: nothing goes on behind it. */
  leave(): void {
    this.pause();
    this.cancel();
  }
}

export const thinking = new Thinking();
