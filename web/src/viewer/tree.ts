/// The part of a search tree that is known so far, as plain data; every change gives a new one.
import type { TraceNode } from './types';

/** A node's place: the moves from the root, joined by dots; the root is the empty text. */
export type Key = string;

export interface SearchTree {
  nodes: ReadonlyMap<Key, TraceNode>;
  /** Children in the order of the search; only for nodes whose children are told. */
  children: ReadonlyMap<Key, readonly Key[]>;
}

export const ROOT: Key = '';
export const EMPTY: SearchTree = { nodes: new Map(), children: new Map() };

export function keyOf(path: readonly string[]): Key {
  return path.join('.');
}

export function pathOf(key: Key): string[] {
  return key === ROOT ? [] : key.split('.');
}

export function parentOf(key: Key): Key | null {
  return key === ROOT ? null : keyOf(pathOf(key).slice(0, -1));
}

/** Two words about the same node: a value that came back stays, and so do children once told. */
function joined(known: TraceNode, told: TraceNode): TraceNode {
  const result = known.done && !told.done ? known : told;
  const { opened, best, skipped } = told.opened && (told.done || !known.done || !known.opened) ? told : known.opened ? known : told;
  return { ...result, parent: known.parent ?? told.parent, nodes: result.done ? result.nodes : Math.max(known.nodes, told.nodes), opened, best, skipped };
}

/** Forgets what lies below a node, so that opening it searches it again. */
export function forget(tree: SearchTree, key: Key): SearchTree {
  const isBelow = (other: Key) => other !== key && (key === ROOT || other.startsWith(`${key}.`));
  const nodes = new Map([...tree.nodes].filter(([other]) => !isBelow(other)));
  const children = new Map([...tree.children].filter(([other]) => other !== key && !isBelow(other)));
  const node = nodes.get(key);
  if (node) nodes.set(key, { ...node, opened: false });
  return { nodes, children };
}

/** Adds what was told; a node whose children are known is not forgotten for one told without. */
export function merge(tree: SearchTree, told: readonly TraceNode[]): SearchTree {
  const nodes = new Map(tree.nodes);
  const children = new Map(tree.children);
  const fresh = new Map<Key, Set<Key>>();
  for (const node of told) {
    const key = keyOf(node.path);
    const known = nodes.get(key);
    nodes.set(key, known ? joined(known, node) : node);
    const parent = parentOf(key);
    if (parent === null) continue;
    // A node told alone must not hide the siblings told before.
    const siblings = fresh.get(parent) ?? new Set(tree.children.get(parent));
    fresh.set(parent, siblings.add(key));
  }
  for (const [parent, found] of fresh) {
    if (nodes.get(parent)?.opened) children.set(parent, [...found].sort((a, b) => nodes.get(a)!.id - nodes.get(b)!.id));
  }
  return { nodes, children };
}

export function childrenOf(tree: SearchTree, key: Key): readonly TraceNode[] {
  return (tree.children.get(key) ?? []).map((child) => tree.nodes.get(child)!);
}

export function isLeaf(node: TraceNode): boolean {
  return node.done && node.nodes === 1;
}

/** The values that come back from the children, one after the other, as the node holds them. */
export function heldAfter(node: TraceNode, returned: readonly number[]): number {
  const start = node.max ? (node.alpha ?? -Infinity) : (node.beta ?? Infinity);
  return returned.reduce((held, value) => (node.max ? Math.max(held, value) : Math.min(held, value)), start);
}

export interface Row {
  key: Key;
  node: TraceNode;
  level: number;
  open: boolean;
  /** Place among its siblings, from 1, and how many there are. */
  place: number;
  siblings: number;
}

/** Nodes that were cut, and those above them. */
function withCuts(tree: SearchTree): Set<Key> {
  const kept = new Set<Key>([ROOT]);
  for (const [key, node] of tree.nodes) {
    if (!node.cut) continue;
    for (let at: Key | null = key; at !== null && !kept.has(at); at = parentOf(at)) kept.add(at);
  }
  return kept;
}

/** The outline: every node whose ancestors are all open, in the order of the search. */
export function rows(tree: SearchTree, open: ReadonlySet<Key>, onlyCuts: boolean): Row[] {
  const kept = onlyCuts ? withCuts(tree) : null;
  const found: Row[] = [];
  const visit = (key: Key, level: number, place: number, siblings: number): void => {
    const node = tree.nodes.get(key);
    if (!node) return;
    const below = tree.children.get(key);
    const isOpen = open.has(key) && below !== undefined;
    found.push({ key, node, level, open: isOpen, place, siblings });
    if (!isOpen) return;
    const shown = kept ? below.filter((child) => kept.has(child)) : below;
    shown.forEach((child, i) => visit(child, level + 1, i + 1, shown.length));
  };
  visit(ROOT, 1, 1, 1);
  return found;
}

/** The line of best moves from a node, as far as it is known. */
export function bestLine(tree: SearchTree, from: Key): Key[] {
  const line: Key[] = [];
  for (let at = from; ; ) {
    const node = tree.nodes.get(at);
    if (!node?.opened || node.best === null) return line;
    at = keyOf([...node.path, node.best]);
    line.push(at);
  }
}
