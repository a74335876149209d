/// The search as it happens, over the part of the tree that is open: a node is entered, and later
/// it returns its value. What is closed happens in one step.
import { childrenOf, heldAfter, isLeaf, ROOT, type Key, type SearchTree } from './tree';

export interface Moment {
  key: Key;
  kind: 'enter' | 'leave';
  /** The remaining children are skipped at this moment. */
  cut: boolean;
}

export interface Timeline {
  moments: readonly Moment[];
  enterAt: ReadonlyMap<Key, number>;
  leaveAt: ReadonlyMap<Key, number>;
}

export function timeline(tree: SearchTree, open: ReadonlySet<Key>): Timeline {
  const moments: Moment[] = [];
  const enterAt = new Map<Key, number>();
  const leaveAt = new Map<Key, number>();
  const visit = (key: Key): void => {
    const node = tree.nodes.get(key);
    if (!node) return;
    enterAt.set(key, moments.length);
    if (!isLeaf(node)) {
      moments.push({ key, kind: 'enter', cut: false });
      if (open.has(key)) tree.children.get(key)?.forEach(visit);
    }
    // A node that is still searched has not come back.
    if (!node.done) return;
    leaveAt.set(key, moments.length);
    moments.push({ key, kind: 'leave', cut: node.cut !== null });
  };
  visit(ROOT);
  return { moments, enterAt, leaveAt };
}

export type Stage = 'future' | 'open' | 'done';

/** Where a node stands at a time; after the last moment everything is done but what is still searched. */
export function stageOf(line: Timeline, key: Key, time: number): Stage {
  const enter = line.enterAt.get(key);
  const leave = line.leaveAt.get(key);
  if (time >= line.moments.length) return enter !== undefined && leave === undefined ? 'open' : 'done';
  if (enter === undefined || time < enter) return 'future';
  return time < (leave ?? Infinity) ? 'open' : 'done';
}

/** The value a node holds at a time; null before it holds any. */
export function valueAt(tree: SearchTree, line: Timeline, key: Key, time: number): number | null {
  const node = tree.nodes.get(key);
  const stage = stageOf(line, key, time);
  if (!node || stage === 'future') return null;
  if (stage === 'done') return node.value;
  const returned = childrenOf(tree, key)
    .filter((child) => (line.leaveAt.get(child.path.join('.')) ?? Infinity) <= time)
    .map((child) => child.value);
  const held = heldAfter(node, returned);
  return Number.isFinite(held) ? held : null;
}

/** The first moment of a cut after a time, or null. */
export function nextCut(line: Timeline, time: number): number | null {
  for (let at = time + 1; at < line.moments.length; at++) if (line.moments[at]!.cut) return at;
  return null;
}

/** The same moment in another timeline of the same search; the nearest one above it if it is gone. */
export function sameMoment(from: Timeline, time: number, to: Timeline): number {
  const moment = from.moments[time];
  if (!moment) return to.moments.length;
  for (let key = moment.key; ; key = key.split('.').slice(0, -1).join('.')) {
    const at = moment.kind === 'enter' ? to.enterAt.get(key) : to.leaveAt.get(key);
    if (at !== undefined) return at;
    if (key === ROOT) return 0;
  }
}
