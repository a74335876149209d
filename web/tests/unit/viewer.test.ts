/// The viewer without a server: trees, time, addresses, questions, charts.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { speak } from '../../src/i18n/index.svelte';
import { readWanted, thinkAddress } from '../../src/viewer/address';
import { useTraces } from '../../src/viewer/backend';
import { chart, csv, growth } from '../../src/viewer/chart';
import { firstLecture, lectureText, parseLecture } from '../../src/viewer/engine';
import { Dice, question, source } from '../../src/viewer/quiz';
import { scale, SCALE_WIDTH } from '../../src/viewer/scale';
import { Thinking } from '../../src/viewer/thinking.svelte';
import { nextCut, sameMoment, stageOf, timeline, valueAt } from '../../src/viewer/timeline';
import { bestLine, childrenOf, EMPTY, heldAfter, keyOf, merge, pathOf, rows, type SearchTree } from '../../src/viewer/tree';
import type { TraceNode, TraceQuery, WatchEnd } from '../../src/viewer/types';
import { leaveWords, numbersIn, reason, windowText } from '../../src/viewer/words';

function node(path: string, id: number, value: number, more: Partial<TraceNode> = {}): TraceNode {
  const steps = pathOf(path);
  return {
    id,
    parent: null,
    move: steps.at(-1) ?? null,
    depth: steps.length,
    max: steps.length % 2 === 0,
    alpha: null,
    beta: null,
    value,
    cut: null,
    done: true,
    nodes: 1,
    path: steps,
    board: '...',
    last: [],
    outcome: null,
    opened: false,
    best: null,
    ...more,
  };
}

const why = 'MAX already has 3; MIN found 2 here: the rest cannot matter';
/** The classic: the first branch gives 3; in the second, 2 is enough to cut. */
const TOLD: TraceNode[] = [
  node('', 0, 3, { nodes: 6, opened: true, best: 'a' }),
  node('a', 1, 3, { nodes: 3, opened: true, best: 'x' }),
  node('a.x', 2, 3),
  node('a.y', 3, 12),
  node('b', 4, 2, { nodes: 2, alpha: 3, opened: true, best: 'x', cut: { alpha: 3, beta: 2, why }, skipped: ['y', 'z'] }),
  node('b.x', 5, 2, { alpha: 3 }),
];
const TREE: SearchTree = merge(EMPTY, TOLD);
const ALL = new Set(['', 'a', 'b']);

beforeAll(() => speak('en'));

describe('the tree', () => {
  it('keeps children in the order of the search and what was opened', () => {
    const again = merge(TREE, [node('a', 1, 3, { nodes: 3 })]);
    expect(again.nodes.get('a')!.opened).toBe(true);
    expect(childrenOf(again, '').map((child) => child.move)).toEqual(['a', 'b']);
    expect(bestLine(TREE, '')).toEqual(['a', 'a.x']);
  });

  it('shows what is open, or only cuts and the way to them', () => {
    expect(rows(TREE, new Set(['']), false).map((row) => row.key)).toEqual(['', 'a', 'b']);
    expect(rows(TREE, ALL, false).map((row) => row.level)).toEqual([1, 2, 3, 3, 2, 3]);
    expect(rows(TREE, ALL, true).map((row) => row.key)).toEqual(['', 'b']);
  });

  it('holds the best so far and never gives up its window', () => {
    expect(heldAfter(node('', 0, 0, { alpha: 5 }), [3, 4])).toBe(5);
    expect(heldAfter(node('a', 0, 0), [3, 12])).toBe(3);
  });
});

describe('time', () => {
  const line = timeline(TREE, ALL);

  it('enters and leaves as the search does', () => {
    expect(line.moments.map(({ key, kind }) => `${kind} ${key}`)).toEqual([
      'enter ',
      'enter a',
      'leave a.x',
      'leave a.y',
      'leave a',
      'enter b',
      'leave b.x',
      'leave b',
      'leave ',
    ]);
  });

  it('knows at each moment what each node holds', () => {
    expect(valueAt(TREE, line, '', 0)).toBeNull();
    expect(valueAt(TREE, line, 'a', 2)).toBe(3);
    expect(valueAt(TREE, line, '', 4)).toBe(3);
    expect(stageOf(line, 'b', 4)).toBe('future');
    expect(stageOf(line, 'b', 6)).toBe('open');
    expect(valueAt(TREE, line, 'b', 6)).toBe(2);
    expect(stageOf(line, 'b', 99)).toBe('done');
  });

  it('finds the next cut and the same moment when branches close', () => {
    expect(nextCut(line, -1)).toBe(7);
    expect(nextCut(line, 7)).toBeNull();
    const closed = timeline(TREE, new Set(['']));
    expect(closed.moments[sameMoment(line, 2, closed)]).toEqual({ key: 'a', kind: 'leave', cut: false });
    expect(sameMoment(line, line.moments.length, closed)).toBe(closed.moments.length);
  });
});

describe('a search being looked at', () => {
  const asked: TraceQuery[] = [];

  type Hear = (depth: number, nodes: TraceNode[]) => void;
  const END: WatchEnd = { depth: 2, beyond: null };

  function tell(query: TraceQuery, hear: Hear): Promise<WatchEnd> {
    asked.push(query);
    const key = keyOf(query.path);
    const below = query.window ? TOLD.filter((one) => keyOf(one.path).startsWith(key)) : TOLD.filter((one) => one.depth < 2);
    hear(2, below.map((one) => (query.window || one.depth === 0 ? one : { ...one, opened: false, skipped: undefined })));
    return Promise.resolve(END);
  }
  const unused = () => Promise.reject(new Error('unused'));
  beforeEach(() => useTraces({ trace: unused, watch: tell, compare: unused, bug: unused }));
  const query = { game: 'mnk:3x3x3', position: '-', moves: [] };

  it('searches a closed node again with the window it had', async () => {
    const thinking = new Thinking();
    await thinking.load(query, 'textbook:depth=2');
    expect(thinking.time).toBe(thinking.end);
    expect(thinking.rows.map((row) => row.key)).toEqual(['', 'a', 'b']);
    await thinking.expand('b');
    expect(asked.at(-1)).toMatchObject({ path: ['b'], window: { alpha: 3, beta: null }, id: 4 });
    expect(thinking.rows.map((row) => row.key)).toEqual(['', 'a', 'b', 'b.x']);
    thinking.collapse('b');
    expect(thinking.rows).toHaveLength(3);
  });

  it('walks forward and back, and stays at its moment when a branch opens', async () => {
    const thinking = new Thinking();
    await thinking.load(query, 'textbook:depth=2');
    thinking.step();
    expect([thinking.time, thinking.at]).toEqual([0, '']);
    thinking.step();
    thinking.step();
    expect(thinking.moment).toMatchObject({ key: 'a', kind: 'leave' });
    await thinking.expand('a');
    expect(thinking.moment).toMatchObject({ key: 'a', kind: 'leave' });
    thinking.back();
    expect(thinking.at).toBe('a.y');
    expect(thinking.playing).toBe(false);
  });

  it('opens closed branches to find the next cut and the best line', async () => {
    const thinking = new Thinking();
    await thinking.load(query, 'textbook:depth=2');
    await thinking.followBest();
    expect(thinking.at).toBe('a.x');
    expect(await thinking.toNextCut()).toBe(true);
    expect([thinking.at, thinking.moment?.cut]).toEqual(['b', true]);
    expect(await thinking.toNextCut()).toBe(false);
  });

  it('is walked while it is searched, and what came back stays', async () => {
    const under = (key: string, id: number, nodes: number) => node(key, id, NaN, { done: false, nodes, opened: key === '' });
    let hear: Hear = () => undefined;
    let end: (end: WatchEnd) => void = () => undefined;
    useTraces({
      trace: unused,
      compare: unused,
      bug: unused,
      watch: (query, told) => {
        if (query.window) return tell(query, told);
        hear = told;
        return new Promise((resolve) => (end = resolve));
      },
    });
    const thinking = new Thinking();
    const loaded = thinking.load(query, 'textbook:depth=2', ['b', 'y']);
    expect([thinking.busy, thinking.searching]).toEqual([true, true]);
    hear(2, [under('', 0, 2), under('a', 1, 1)]);
    expect([thinking.busy, thinking.searching]).toEqual([false, true]);
    expect(thinking.rows.map((row) => row.key)).toEqual(['', 'a']);
    expect([thinking.stage('a'), thinking.value('a')]).toEqual(['open', null]);
    hear(2, [under('', 0, 4), { ...TOLD[1]!, opened: false }, { ...under('b', 4, 1), alpha: 3 }]);
    expect([thinking.stage('a'), thinking.value('a'), thinking.value('')]).toEqual(['done', 3, 3]);
    // The way to the address goes on by itself, and ends where the search cut it off.
    await Promise.resolve();
    await Promise.resolve();
    hear(2, [under('a', 1, 2), TOLD[4]!, TOLD[0]!]);
    end(END);
    await loaded;
    expect([thinking.at, thinking.missing]).toEqual(['b', { move: 'y', why: 'cut' }]);
    expect([thinking.stage('a'), thinking.value('a'), thinking.searching]).toEqual(['done', 3, false]);
  });
});

describe('words', () => {
  it('say the window and why a value comes back', () => {
    expect(windowText({ alpha: null, beta: -1.5 })).toBe('[−∞; −1.5]');
    expect(leaveWords(TREE.nodes.get('b')!)).toBe(`${why}.`);
    expect(reason({ alpha: -1.5, beta: null, why: 'MAX already has -1.5; MIN found -12000 here' })).toBe('MAX already has −1.5; MIN found −12,000 here');
    expect(numbersIn('value of c2: expected 236.147375, found -99999999')).toBe('value of c2: expected 236.147375, found −99,999,999');
    expect(leaveWords(TREE.nodes.get('a.y')!)).toContain('12');
    expect(leaveWords(TREE.nodes.get('')!)).toContain('largest value: 3, with a');
  });
});

describe('addresses', () => {
  it('name a node and are read back', () => {
    const at = { game: 'mnk:7x6x4+gravity', start: '-', moves: ['4', '4'], engine: 'textbook:depth=3', node: '4.3', view: 'watch' as const };
    const address = thinkAddress(at);
    expect(address).toBe('/think?game=mnk:7x6x4%2Bgravity&moves=44&engine=textbook:depth=3&node=4.3');
    expect(readWanted(address.slice(6))).toEqual({ engine: 'textbook:depth=3', path: ['4', '3'], view: 'watch' });
  });

  it('survive nonsense', () => {
    expect(readWanted('?node=..4..&view=%00')).toEqual({ engine: null, path: ['4'], view: 'watch' });
    expect(readWanted(`?node=${'1.'.repeat(9999)}`).path.length).toBeLessThan(600);
  });
});

describe('the form', () => {
  it('reads what it writes', () => {
    const first = firstLecture('gomoku', ['dezenas'], 225);
    const text = lectureText({ ...first, algorithm: 'minimax', cut: 'strict', order: 'center-left', depth: 9 });
    expect(parseLecture(text)).toEqual({ ...first, algorithm: 'minimax', cut: 'strict', order: 'center-left', depth: 9 });
    expect(parseLecture('ligue4')).toBeNull();
  });
});

describe('the quiz', () => {
  it('answers as the search did, with the right answer among the options', () => {
    const kinds = new Set<string>();
    for (let seed = 0; seed < 60; seed++) {
      const made = question(TREE, seed % 2 === 0 ? 'value' : 'cut', new Dice(seed));
      if (!made) continue;
      kinds.add(made.kind);
      expect(made.node.path).toEqual(['b']);
      if (made.kind === 'value') expect(made.options).toContain(made.answer);
      if (made.kind === 'value') expect(made.answer).toBe(2);
      if (made.kind === 'cut') expect([made.answer, made.rest]).toEqual([true, 2]);
    }
    expect([...kinds].sort()).toEqual(['cut', 'value']);
  });

  it('rolls the same positions from the same seed', () => {
    const roll = () => Array.from({ length: 20 }, ((dice) => () => source(dice))(new Dice(7)));
    expect(roll()).toEqual(roll());
    expect(new Set(roll().map(({ game }) => game)).size).toBeGreaterThan(1);
  });
});

describe('the chart', () => {
  const counted = [
    { depth: 1, minimax: 8, alphabeta: 8, ordered: null },
    { depth: 2, minimax: 57, alphabeta: 42, ordered: null },
    { depth: 3, minimax: 400, alphabeta: null },
  ];
  const names = { minimax: 'Minimax', alphabeta: 'Alpha-beta', ordered: 'o', deepening: 'd', table: 't' };

  it('is a table with gaps', () => {
    expect(csv(counted)).toBe('depth,minimax,alphabeta\n1,8,8\n2,57,42\n3,400,\n');
    expect(growth(counted, 'minimax')).toBeCloseTo(Math.sqrt(50));
    expect(growth(counted, 'alphabeta')).toBeNull();
  });

  it('rises by the logarithm', () => {
    const drawn = chart([{ depth: 1, minimax: 10 }, { depth: 2, minimax: 100 }, { depth: 3, minimax: 1000 }], names, { depth: 'd', nodes: 'n' }, (name) => name);
    const path = /d="M([\d. L]+)" fill="none" stroke="bad"/.exec(drawn)![1]!;
    const heights = path.split('L').map((point) => Number(point.split(' ')[1]));
    expect(heights[0]! - heights[1]!).toBeCloseTo(heights[1]! - heights[2]!, 0);
    expect(drawn).toContain('10³');
  });
});

describe('the number line', () => {
  it('puts alpha left of beta and open ends at the edges', () => {
    const drawn = scale(3, null, [{ move: 'x', value: 2 }], 2, 'x');
    expect(drawn.alpha).toBeGreaterThan(drawn.ticks[0]!.x);
    expect(drawn.beta).toBe(SCALE_WIDTH);
    expect(scale(3, 2, [], null, null).closed).toBe(true);
    expect(Number.isFinite(scale(null, null, [], null, null).alpha)).toBe(true);
  });
});
