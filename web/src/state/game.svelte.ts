/// One game on the table: its tree, the place being looked at, and the view of that place.
/// It plays no side and thinks nothing; `Play` and `Study` do.
import type { PositionQuery, View } from '../backend/types';
import { provisional } from '../board/cells';
import { backend } from './backend';
import { persist } from './connection.svelte';
import { add, emptyTree, lineThrough, movesTo, next, pathTo, promote, ROOT, treeOf, type Tree } from './tree';

const CACHE_SIZE = 600;

/** A board to show before the first answer arrives: empty, and nothing is legal yet. */
export function blankView(game: string): View {
  const [cols, rows, gravity] = sizeOf(game);
  return {
    game,
    setup: '',
    start: '-',
    moves: [],
    cols,
    rows: Array.from({ length: rows }, () => '.'.repeat(cols)),
    gravity,
    turn: 'first',
    ply: 0,
    legal: [],
    landing: {},
    outcome: null,
    line: [],
    forbidden: [],
    effects: [],
  };
}

/** The page comes with the start of the game it opens with, so that the first move waits for no answer. */
function firstView(): View[] {
  const text = document.getElementById('first-view')?.textContent;
  return text ? [JSON.parse(text) as View] : [];
}

function sizeOf(game: string): [number, number, boolean] {
  const [name, setup = ''] = game.split(':');
  const sizes = setup.match(/\d+/g)?.map(Number) ?? [];
  const limit = (size: number | undefined, otherwise: number) => Math.min(Math.max(size ?? otherwise, 3), 22);
  if (name === 'connect4') return [limit(sizes[0], 7), limit(sizes[1], 6), true];
  if (name === 'boom') return [7, 7, true];
  if (name === 'mnk') return [limit(sizes[0], 3), limit(sizes[1], 3), setup.includes('gravity')];
  return [limit(sizes[0], 15), limit(sizes[0], 15), false];
}

export class GameTable {
  game = $state('connect4');
  start = $state('-');
  tree: Tree = $state.raw(emptyTree());
  at = $state(ROOT);
  view: View = $state.raw(blankView('connect4'));
  /** False while the view lags behind `at`. */
  fresh = $state(false);
  /** False from the time a game comes to the table until its first answer. */
  heard = $state(false);

  private views = new Map(firstView().map((view) => [keyOf({ game: view.game, position: '-', moves: [] }), view]));
  private loading: AbortController | null = null;
  /** How often another game came to the table. */
  private openings = 0;
  /** Openings that wait for their answer. */
  private waiting = 0;

  query(id = this.at): PositionQuery {
    return { game: this.game, position: this.start, moves: movesTo(this.tree, id) };
  }

  get moves(): string[] {
    return movesTo(this.tree, this.at);
  }

  get line(): number[] {
    return lineThrough(this.tree, this.at);
  }

  get atTip(): boolean {
    return next(this.tree, this.at) === null;
  }

  /** The view of any position; the server's refusal is passed on. */
  async find(query: PositionQuery): Promise<View> {
    const known = this.views.get(keyOf(query));
    if (known) return known;
    const view = await persist(() => backend().view(query));
    if (query.position === view.start) this.views.set(keyOf(query), view);
    return view;
  }

  /**
   * The view of a game that is about to be opened; a refusal is passed on. Nothing where another game came to the
   * table meanwhile: an answer that is late must not displace it.
   */
  async findToOpen(query: PositionQuery): Promise<View | null> {
    const opening = (this.openings += 1);
    this.waiting += 1;
    try {
      const view = await this.find(query);
      return opening === this.openings ? view : null;
    } catch (error) {
      if (opening === this.openings) throw error;
      return null;
    } finally {
      this.waiting -= 1;
    }
  }

  /** Whether a game is about to come to the table. */
  get isOpening(): boolean {
    return this.waiting > 0;
  }

  /** Takes over a game whose view is known, as a single line. */
  async adopt(game: string, view: View, ply: number | null = null): Promise<void> {
    this.openings += 1;
    this.game = game;
    this.start = view.start;
    const { tree, ids } = treeOf(view.moves);
    this.tree = tree;
    this.remember(view);
    const last = ids.length - 1;
    await this.show(ids[Math.min(Math.max(ply ?? last, 0), last)] ?? ROOT);
  }

  /** Takes over a tree from storage, without asking anyone yet. */
  restore(game: string, start: string, tree: Tree, at: number, view: View | null): void {
    this.openings += 1;
    this.game = game;
    this.start = start;
    this.tree = tree;
    this.at = at < tree.nodes.length ? at : ROOT;
    this.view = view ?? blankView(game);
    this.fresh = this.heard = false;
  }

  /** Shows the start of a game at once: a blank board, unless the start is known already. */
  blank(game: string): void {
    this.restore(game, '-', emptyTree(), ROOT, null);
    const known = this.views.get(keyOf(this.query()));
    if (known) this.settle(known);
  }

  async show(id: number): Promise<void> {
    this.at = id;
    await this.refresh();
  }

  /** Brings the view up to the place being looked at. */
  async refresh(): Promise<void> {
    this.loading?.abort();
    const loading = (this.loading = new AbortController());
    const query = this.query();
    const known = this.views.get(keyOf(query));
    if (known) return this.settle(known);
    this.fresh = false;
    try {
      const view = await persist(() => backend().view(query, loading.signal), loading.signal);
      if (!loading.signal.aborted) this.hear(view);
    } catch (error) {
      if (!loading.signal.aborted) throw error;
    }
  }

  async playMove(move: string): Promise<void> {
    this.draw(move);
    await this.refresh();
  }

  /** Draws a move at once; what it leads to is for the server to say. */
  draw(move: string): void {
    const { tree, id } = add(this.tree, this.at, move);
    this.loading?.abort();
    this.view = provisional(this.view, move);
    this.fresh = false;
    this.tree = tree;
    this.at = id;
  }

  /** Whether the view of the place being looked at needs no question. */
  get known(): boolean {
    return this.views.has(keyOf(this.query()));
  }

  /** The view of the place being looked at arrived by another way. */
  hear(view: View): void {
    this.remember(view);
    this.settle(view);
  }

  /** Plays a move whose view already came with it. */
  accept(move: string, view: View): void {
    const { tree, id } = add(this.tree, this.at, move);
    this.tree = tree;
    this.at = id;
    this.hear(view);
  }

  promote(id: number): void {
    this.tree = promote(this.tree, id);
  }

  back(steps = 1): Promise<void> {
    const path = pathTo(this.tree, this.at);
    return this.show(path[Math.max(path.length - 1 - steps, 0)] ?? ROOT);
  }

  forward(): Promise<void> {
    return this.show(next(this.tree, this.at) ?? this.at);
  }

  first(): Promise<void> {
    return this.show(ROOT);
  }

  last(): Promise<void> {
    const line = this.line;
    return this.show(line[line.length - 1] ?? ROOT);
  }

  private settle(view: View): void {
    this.view = view;
    this.fresh = this.heard = true;
  }

  private remember(view: View): void {
    if (this.views.size >= CACHE_SIZE) this.views.clear();
    this.views.set(keyOf({ game: this.game, position: view.start, moves: view.moves }), view);
  }
}

export function keyOf(query: PositionQuery): string {
  return `${query.game} ${query.position} ${query.moves.join(' ')}`;
}
