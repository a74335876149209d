/// A textbook search being looked at: the part of its tree that is known, what is open, and when
/// in the search we are. Every number comes from the server; a closed node is searched again when
/// it is opened, with the window it had. Large trees are walked while they are still searched.
import { Refusal, type PositionQuery } from '../backend/types';
import { persist } from '../state/connection.svelte';
import { traces } from './backend';
import { nextCut, sameMoment, stageOf, timeline, valueAt, type Moment, type Timeline } from './timeline';
import { bestLine, EMPTY, forget, isLeaf, keyOf, merge, ROOT, rows, type Key, type Row, type SearchTree } from './tree';
import type { Missing, TraceAnswer, TraceNode } from './types';

/** Nodes opened one after the other while looking for the next cut below what is shown. */
const CUT_SEARCH = 60;
/** Boards with more moves than this start closed: the list would hide everything else. */
const MOST_OPENED = 40;
/** Searches under way at once, the whole tree's among them. */
const MOST_SEARCHES = 3;

/** A search under way: of the whole tree, or of a node opened before the whole search was done with it. */
interface Search {
  key: Key;
  work: AbortController;
}

export class Thinking {
  tree: SearchTree = $state.raw(EMPTY);
  open: ReadonlySet<Key> = $state.raw(new Set<Key>());
  /** The node being looked at. */
  at: Key = $state(ROOT);
  /** The moment of the search; after the last one everything that came back is known. */
  time = $state(0);
  onlyCuts = $state(false);
  playing = $state(false);
  failure = $state('');
  depth = $state(0);
  missing: Missing | null = $state.raw(null);
  beyond: TraceAnswer['beyond'] = $state.raw(null);
  /** The node an address asked for, until the search has come to it. */
  wanted: string[] | null = $state.raw(null);
  private searches: readonly Search[] = $state.raw([]);
  private waiting = $state(0);

  line: Timeline = $derived(timeline(this.tree, this.open));
  rows: Row[] = $derived(rows(this.tree, this.open, this.onlyCuts));
  /** Something was asked and nothing of it is known yet. */
  busy = $derived(this.waiting > 0);
  /** Numbers are still coming in. */
  searching = $derived(this.searches.length > 0);

  private query: PositionQuery | null = null;
  private engine = '';
  /** The tree is of the search before; it stays in sight until the first word of this one. */
  private stale = false;
  private heard: (() => void)[] = [];
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
    this.leave();
    this.query = query;
    this.engine = engine;
    this.missing = null;
    this.beyond = null;
    this.failure = '';
    this.stale = true;
    this.wanted = path.length > 0 ? path : null;
    await this.search(ROOT);
  }

  /** Ends every search; what is known stays. */
  cancel(): void {
    for (const { work } of this.searches) work.abort();
    this.searches = [];
    this.wake();
  }

  /** Searches a node and takes in what is told of it, until it is done or nobody wants it. */
  private async search(key: Key): Promise<void> {
    const query = this.query;
    const node = this.tree.nodes.get(key);
    if (!query || (key !== ROOT && (!node || this.stale))) return;
    const search = { key, work: new AbortController() };
    this.makeRoom();
    this.searches = [...this.searches, search];
    this.waiting += 1;
    let silent = true;
    const speak = () => {
      if (silent) this.waiting -= 1;
      silent = false;
    };
    const { signal } = search.work;
    const known = node && key !== ROOT ? { window: { alpha: node.alpha, beta: node.beta }, id: node.id } : {};
    const asked = { ...query, engine: this.engine, path: key === ROOT ? [] : (node?.path ?? []), ...known };
    const hear = (depth: number, nodes: TraceNode[]) => {
      if (signal.aborted) return;
      this.depth = depth;
      this.absorb(nodes);
      speak();
      this.wake();
    };
    try {
      const end = await persist(() => traces().watch(asked, hear, signal), signal);
      if (!signal.aborted && end.beyond) this.beyond = end.beyond;
    } catch (error) {
      if (!signal.aborted) this.failure = error instanceof Refusal ? error.message : String(error);
    } finally {
      speak();
      this.searches = this.searches.filter((one) => one !== search);
      if (!signal.aborted) this.follow();
      this.wake();
    }
  }

  /** The oldest opened node that is still searched gives way; it is closed, and opening it asks again. */
  private makeRoom(): void {
    const old = this.searches.find(({ key }) => key !== ROOT);
    if (this.searches.length < MOST_SEARCHES || !old) return;
    old.work.abort();
    this.searches = this.searches.filter((one) => one !== old);
    this.collapse(old.key);
    this.tree = forget(this.tree, old.key);
  }

  private absorb(nodes: TraceNode[]): void {
    const fresh = this.stale || this.root === null;
    if (fresh) {
      this.stale = false;
      this.tree = EMPTY;
      this.open = new Set([ROOT]);
      this.at = ROOT;
    }
    const [before, time] = [this.line, this.time];
    this.tree = merge(this.tree, nodes);
    if (fresh && (this.tree.children.get(ROOT)?.length ?? 0) > MOST_OPENED) this.open = new Set();
    this.time = fresh ? this.end : sameMoment(before, time, this.line);
    this.follow();
  }

  /** Goes on towards the node an address asked for, as far as the search has come. */
  private follow(): void {
    const path = this.wanted;
    if (!path || this.stale) return;
    let reached = 0;
    while (reached < path.length && this.tree.nodes.has(keyOf(path.slice(0, reached + 1)))) reached += 1;
    const at = keyOf(path.slice(0, reached));
    const node = this.tree.nodes.get(at);
    if (!node) return;
    this.open = new Set([...this.open, ...path.slice(0, reached).map((_, i) => keyOf(path.slice(0, i)))]);
    this.at = at;
    this.time = this.end;
    const move = path[reached];
    const mine = this.searches.some(({ key }) => key === at);
    const told = this.tree.children.has(at);
    if (move === undefined) this.wanted = null;
    else if (!told && !isLeaf(node) && !mine) void this.search(at);
    else if (node.done && !mine && (told || isLeaf(node))) {
      const why = isLeaf(node) ? 'end' : node.skipped?.includes(move) ? 'cut' : 'none';
      this.missing = { move, why };
      this.wanted = null;
    }
  }

  /** The next time anything is told, or a search ends. */
  private next(): Promise<void> {
    return new Promise((resolve) => this.heard.push(resolve));
  }

  private wake(): void {
    const heard = this.heard;
    this.heard = [];
    for (const resolve of heard) resolve();
  }

  private isSearched(key: Key): boolean {
    return this.searches.some((one) => one.key === key);
  }

  /** Makes a node's first children known, by searching it again if they are not. */
  private async learn(key: Key): Promise<boolean> {
    const node = this.tree.nodes.get(key);
    if (!node || isLeaf(node)) return false;
    if (!this.tree.children.has(key) && !this.isSearched(key)) void this.search(key);
    while (!this.tree.children.has(key) && this.isSearched(key)) await this.next();
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
    this.wanted = null;
    this.at = key;
    if (this.time < this.end) this.time = this.line.leaveAt.get(key) ?? this.line.enterAt.get(key) ?? this.time;
  }

  /** Opens the line of best moves down to its leaf, and looks at the leaf. */
  async followBest(): Promise<void> {
    this.pause();
    this.wanted = null;
    this.time = this.end;
    let at: Key = ROOT;
    for (;;) {
      await this.expand(at);
      // Which child is best is known once all have come back.
      while (this.isSearched(at) && at !== ROOT) await this.next();
      const next = bestLine(this.tree, at)[0];
      if (next === undefined || !this.open.has(at)) break;
      at = next;
    }
    this.at = at;
    this.time = this.end;
  }

  seek(time: number): void {
    this.wanted = null;
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
      for (;;) {
        const found = nextCut(this.line, Math.max(time, closed - 1));
        if (found !== null) {
          this.seek(found);
          return true;
        }
        if (!this.isSearched(key)) break;
        await this.next();
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
