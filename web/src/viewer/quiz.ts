/// Questions made from nodes of real searches. The right answer is always what the search did.
import { engine, engineText } from '../state/enginespec';
import { childrenOf, keyOf, type SearchTree } from './tree';
import type { TraceNode } from './types';

export type Question =
  | { kind: 'value'; node: TraceNode; children: readonly TraceNode[]; options: number[]; answer: number }
  | { kind: 'cut'; node: TraceNode; children: readonly TraceNode[]; rest: number; answer: boolean };

/** Small repeatable dice (splitmix32). */
export class Dice {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x9e3779b9) | 0;
    let z = this.state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  }

  below(bound: number): number {
    return this.next() % Math.max(bound, 1);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  shuffle<T>(list: readonly T[]): T[] {
    const mixed = [...list];
    for (let i = mixed.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
    }
    return mixed;
  }
}

export interface Source {
  game: string;
  position: string;
  engine: string;
}

const COLUMNS = ['1', '2', '3', '4', '5', '6', '7'];
const SQUARES = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3'];

/** A position that no few moves can finish, and a search small enough to look at. */
export function source(dice: Dice): Source {
  const game = dice.pick(['connect4', 'connect4', 'boom', 'mnk:3x3x3']);
  if (game === 'mnk:3x3x3') {
    const position = dice.shuffle(SQUARES).slice(0, 1 + dice.below(4)).join('');
    return { game, position, engine: engineText(engine('textbook', { depth: 3 })) };
  }
  const length = 2 + dice.below(5);
  const position = Array.from({ length }, () => dice.pick(COLUMNS)).join('');
  const search = game === 'connect4' ? { heuristic: dice.pick(['ligue4', 'quadras']), depth: 4 } : { depth: 3 };
  return { game, position, engine: engineText(engine('textbook', search)) };
}

const MOST_CHILDREN = 8;

function options(node: TraceNode, children: readonly TraceNode[], dice: Dice): number[] {
  const values = children.map((child) => child.value);
  const wrong = [Math.max(...values), Math.min(...values), node.alpha, node.beta, ...dice.shuffle(values)];
  const unique = [node.value];
  for (const value of wrong) if (value !== null && !unique.includes(value) && unique.length < 4) unique.push(value);
  return unique.sort((a, b) => a - b);
}

function valueQuestion(node: TraceNode, children: readonly TraceNode[], dice: Dice): Question | null {
  const offered = options(node, children, dice);
  if (offered.length < 2) return null;
  return { kind: 'value', node, children, options: offered, answer: node.value };
}

/** Shows the children up to one of them and asks whether the search goes on. */
function cutQuestion(node: TraceNode, children: readonly TraceNode[], dice: Dice): Question | null {
  const total = children.length + (node.skipped?.length ?? 0);
  // A cut is always at the last child looked at; where none came, any child but the last will do.
  const shown = node.cut ? children.length : 1 + dice.below(children.length - 1);
  if (shown >= total) return null;
  return { kind: 'cut', node, children: children.slice(0, shown), rest: total - shown, answer: node.cut !== null };
}

/** A question from a known tree, of the kind wished for if it holds one; null if it holds none. */
export function question(tree: SearchTree, wished: Question['kind'], dice: Dice): Question | null {
  const inner = [...tree.nodes.values()].filter(
    (node) => node.opened && node.depth > 0 && (node.alpha !== null || node.beta !== null),
  );
  let other: Question | null = null;
  for (const node of dice.shuffle(inner)) {
    const children = childrenOf(tree, keyOf(node.path));
    if (children.length === 0 || children.length > MOST_CHILDREN) continue;
    const value = valueQuestion(node, children, dice);
    const cut = node.cut || children.length > 1 ? cutQuestion(node, children, dice) : null;
    const made = wished === 'value' ? value : cut;
    if (made) return made;
    other ??= value ?? cut;
  }
  return other;
}
