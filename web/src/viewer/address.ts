/// The address of a node: the game, its moves, the search, and the path to the node.
import { hereOf, movesText, readAddress, writeAddress } from '../state/route.svelte';
import { keyOf, pathOf, type Key } from './tree';

export const VIEWS = ['watch', 'compare', 'quiz', 'bugs'] as const;
export type ViewName = (typeof VIEWS)[number];

export interface ThinkAddress {
  game: string;
  start: string;
  moves: string[];
  engine: string;
  node: Key;
  view: ViewName;
}

const MAX_NODE_TEXT = 1024;

export function thinkAddress({ game, start, moves, engine, node, view }: ThinkAddress): string {
  const position = writeAddress({ game, start, moves: movesText(start, moves), ply: null });
  const more = [`engine=${engine}`];
  if (node) more.push(`node=${node}`);
  if (view !== 'watch') more.push(`view=${view}`);
  return `${hereOf('think')}${position}&${more.join('&')}`;
}

export interface Wanted {
  engine: string | null;
  path: string[];
  view: ViewName;
}

/** What an address says beyond the position; nonsense is left out. */
export function readWanted(search: string): Wanted {
  const params = new URLSearchParams(search);
  const node = (params.get('node') ?? '').slice(0, MAX_NODE_TEXT);
  const view = VIEWS.find((name) => name === params.get('view')) ?? 'watch';
  const engine = readAddress(search) ? params.get('engine') : null;
  return { engine: engine || null, path: pathOf(keyOf(node.split('.').filter(Boolean))), view };
}
