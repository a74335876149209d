/// A game with its variations, as plain data; every change gives a new tree.

export interface TreeNode {
  move: string;
  parent: number;
  children: number[];
}

export interface Tree {
  nodes: TreeNode[];
}

export const ROOT = 0;

export function emptyTree(): Tree {
  return { nodes: [{ move: '', parent: -1, children: [] }] };
}

/** A tree with one line, and the place of each of its moves. */
export function treeOf(moves: readonly string[]): { tree: Tree; ids: number[] } {
  let tree = emptyTree();
  const ids = [ROOT];
  for (const move of moves) {
    const added = add(tree, ids[ids.length - 1]!, move);
    tree = added.tree;
    ids.push(added.id);
  }
  return { tree, ids };
}

/** Plays a move after `at`; a move already known there is followed, not doubled. */
export function add(tree: Tree, at: number, move: string): { tree: Tree; id: number } {
  const known = tree.nodes[at]!.children.find((child) => tree.nodes[child]!.move === move);
  if (known !== undefined) return { tree, id: known };
  const id = tree.nodes.length;
  const nodes = tree.nodes.map((node, i) => (i === at ? { ...node, children: [...node.children, id] } : node));
  nodes.push({ move, parent: at, children: [] });
  return { tree: { nodes }, id };
}

/** The places from the start to `id`, the start included. */
export function pathTo(tree: Tree, id: number): number[] {
  const path: number[] = [];
  for (let at = id; at >= 0; at = tree.nodes[at]!.parent) path.push(at);
  return path.reverse();
}

export function movesTo(tree: Tree, id: number): string[] {
  return pathTo(tree, id)
    .slice(1)
    .map((at) => tree.nodes[at]!.move);
}

/** The places of a line of moves, the start first; null if the tree does not hold all of it. */
export function follow(tree: Tree, moves: readonly string[]): number[] | null {
  const path = [ROOT];
  for (const move of moves) {
    const id = tree.nodes[path[path.length - 1]!]!.children.find((child) => tree.nodes[child]!.move === move);
    if (id === undefined) return null;
    path.push(id);
  }
  return path;
}

/** The continuation shown first: the oldest child, the main line. */
export function next(tree: Tree, id: number): number | null {
  return tree.nodes[id]!.children[0] ?? null;
}

/** The line through `id` to its end. */
export function lineThrough(tree: Tree, id: number): number[] {
  const line = pathTo(tree, id);
  for (let at = next(tree, id); at !== null; at = next(tree, at)) line.push(at);
  return line;
}

/** Makes the branch of `id` the one that is followed first at its parent. */
export function promote(tree: Tree, id: number): Tree {
  const parent = tree.nodes[id]!.parent;
  if (parent < 0) return tree;
  const nodes = tree.nodes.map((node, i) =>
    i === parent ? { ...node, children: [id, ...node.children.filter((child) => child !== id)] } : node,
  );
  return { nodes };
}

/** Whether data from storage is a tree: every index inside, parents before children. */
export function isTree(value: unknown): value is Tree {
  const nodes = (value as Tree | null)?.nodes;
  if (!Array.isArray(nodes) || nodes.length === 0) return false;
  return nodes.every(
    (node, i) =>
      typeof node?.move === 'string' &&
      Number.isInteger(node.parent) &&
      node.parent < i &&
      (i === 0 ? node.parent === -1 : node.parent >= 0) &&
      Array.isArray(node.children) &&
      node.children.every((child) => Number.isInteger(child) && child > i && child < nodes.length),
  );
}
