import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EventSplitter } from '../../src/backend/sse';
import { speak, wished } from '../../src/i18n/index.svelte';
import { useBackend } from '../../src/state/backend';
import { connection } from '../../src/state/connection.svelte';
import { engineText, levelText, parseEngine, withSeed, withSettings } from '../../src/state/enginespec';
import { notices } from '../../src/state/notices.svelte';
import { beaten } from '../../src/state/beaten.svelte';
import { openFromAddress } from '../../src/state/opening';
import { Play, running } from '../../src/state/play.svelte';
import { movesText, pageOf, readAddress, writeAddress } from '../../src/state/route.svelte';
import { firstShare, studies, Study } from '../../src/state/study.svelte';
import { add, emptyTree, follow, isTree, lineThrough, movesTo, promote, treeOf } from '../../src/state/tree';
import { MockBackend } from './mock';

let mock: MockBackend;

beforeEach(async () => {
  for (const shelf of [running, studies]) for (const { id } of shelf.list) shelf.take(id);
  localStorage.clear();
  mock = new MockBackend();
  useBackend(mock);
  await speak('en');
});

/** Plays a move; the board would report rest when its animation ends. */
async function moveAndRest(play: Play, move: string): Promise<void> {
  const moving = play.humanMove(move);
  await vi.waitFor(() => expect(mock.asked.at(-1)).toMatch(/^move/), { timeout: 500 }).catch(() => undefined);
  play.atRest();
  await moving;
}

const begin = { game: 'connect4', seats: { first: 'human', second: 'level:3' }, strict: false };

describe('a game against an engine', () => {
  it('alternates, and tells what was played', async () => {
    const play = new Play();
    await play.begin(begin);
    mock.replies.set(1, '3');
    await moveAndRest(play, '4');
    expect(play.table.moves).toEqual(['4', '3']);
    expect(play.humanToMove).toBe(true);
    expect(notices.spoken.join('')).toContain('played 3. Your turn.');
  });

  it('takes back both moves and puts them forward again', async () => {
    const play = new Play();
    await play.begin(begin);
    await moveAndRest(play, '4');
    await play.undo();
    expect(play.table.moves).toEqual([]);
    expect(play.canRedo).toBe(true);
    await play.redo();
    expect(play.table.moves).toEqual(['4', '1']);
  });

  it('forbids undo and hints when a teacher says so', async () => {
    const play = new Play();
    await play.begin({ ...begin, strict: true });
    await moveAndRest(play, '4');
    await play.undo();
    play.toggleHint();
    expect(play.table.moves).toEqual(['4', '1']);
    expect(play.hintOn).toBe(false);
  });

  it('lets the engine begin, and swaps sides in a rematch', async () => {
    const play = new Play();
    await play.begin(begin);
    const again = play.rematch();
    play.atRest();
    await again;
    expect(play.seats).toEqual({ first: 'level:3', second: 'human' });
    expect(play.table.moves).toEqual(['1']);
  });

  it('ends with a result, or by resigning', async () => {
    const play = new Play();
    await play.begin(begin);
    mock.endings.set(1, { winner: 'first' });
    await play.humanMove('4');
    expect(play.over).toBe(true);
    expect(play.resultText()).toBe('You win!');
    mock.endings.clear();
    const next = new Play();
    await next.begin(begin);
    await moveAndRest(next, '4');
    next.resign();
    expect(next.outcome).toEqual({ winner: 'second' });
    expect(next.resultText()).toContain('You resigned');
  });

  it('says why a full column is refused', async () => {
    const play = new Play();
    await play.begin({ ...begin, seats: { first: 'human', second: 'human' } });
    for (let i = 0; i < 6; i++) await play.humanMove('4');
    await play.refused('4');
    expect(notices.list.at(-1)?.text).toBe('Column 4 is full');
    expect(play.table.moves).toHaveLength(6);
  });

  it('goes on after a reload', async () => {
    const play = new Play();
    await play.begin(begin);
    await moveAndRest(play, '4');
    const later = new Play();
    await later.resume(later.saved()!);
    expect(later.table.moves).toEqual(['4', '1']);
    expect(later.seats).toEqual(begin.seats);
    expect(later.seed).toBe(play.seed);
  });

  it('is not called opened before its first answer', async () => {
    const play = new Play();
    await play.begin(begin);
    await moveAndRest(play, '4');
    const later = new Play();
    let release = () => undefined as void;
    mock.slow = new Promise((resolve) => (release = resolve));
    const resuming = later.resume(later.saved()!);
    expect([later.table.heard, later.humanToMove]).toEqual([false, false]);
    release();
    await resuming;
    expect([later.table.heard, later.humanToMove]).toEqual([true, true]);
    mock.slow = null;
    // A move that waits for its answer does not close it again.
    const moving = later.humanMove('5');
    expect([later.table.heard, later.humanToMove]).toEqual([true, false]);
    later.atRest();
    await moving;
  });

  it('ignores a broken save', async () => {
    localStorage.setItem('alinea.play', '{"game":"connect4","seats":{},"tree":{"nodes":[{"move":"","parent":5,"children":[]}]}}');
    expect(new Play().saved()).toBe(null);
  });

  it('loses no move when the server is away', async () => {
    const play = new Play();
    await play.begin(begin);
    mock.down = true;
    const moving = play.humanMove('4');
    await vi.waitFor(() => expect(connection.lost).toBe(true));
    expect(JSON.parse(localStorage.getItem('alinea.play')!).tree.nodes[1].move).toBe('4');
    mock.down = false;
    await vi.waitFor(() => expect(play.table.fresh).toBe(true), { timeout: 3000 });
    play.atRest();
    await moving;
    expect(connection.lost).toBe(false);
    expect(play.table.moves).toEqual(['4', '1']);
  });
});

describe('the tree', () => {
  it('keeps variations apart and follows known moves', () => {
    const { tree, ids } = treeOf(['4', '4', '5']);
    const branch = add(tree, ids[1]!, '3');
    expect(movesTo(branch.tree, branch.id)).toEqual(['4', '3']);
    expect(add(branch.tree, ids[1]!, '4').id).toBe(ids[2]);
    expect(lineThrough(branch.tree, ids[1]!).length).toBe(4);
    const promoted = promote(branch.tree, branch.id);
    expect(lineThrough(promoted, ids[1]!).at(-1)).toBe(branch.id);
  });

  it('knows a tree from nonsense', () => {
    expect(isTree(emptyTree())).toBe(true);
    expect(isTree(treeOf(['1', '2']).tree)).toBe(true);
    for (const wrong of [null, {}, { nodes: [] }, { nodes: [{ move: '', parent: 0, children: [] }] }]) {
      expect(isTree(wrong)).toBe(false);
    }
    expect(isTree({ nodes: [{ move: '', parent: -1, children: [7] }] })).toBe(false);
  });
});

describe('addresses', () => {
  it('carry a game there and back', () => {
    const address = { game: 'mnk:9x9x5+gravity', start: 'diagram:x./.o x', moves: 'a.b', ply: 1, review: null };
    expect(readAddress(writeAddress(address))).toEqual(address);
    expect(writeAddress({ game: 'connect4', start: '-', moves: '4453', ply: null })).toBe('?game=connect4&moves=4453');
    expect(readAddress('?moves=44')).toBeNull();
    expect(movesText('-', ['4', '4'])).toBe('44');
    expect([pageOf('/'), pageOf('/analyse'), pageOf('/heuristics')]).toEqual(['play', 'analyse', 'heuristics']);
  });
});

describe('small parts', () => {
  it('splits events that arrive in pieces', () => {
    const splitter = new EventSplitter();
    expect(splitter.push('event: iteration\nda')).toEqual([]);
    expect(splitter.push('ta: {"a":1}\n\n:\n\nevent: done\ndata: {}\n\n')).toEqual([
      { name: 'iteration', data: '{"a":1}' },
      { name: 'done', data: '{}' },
    ]);
  });

  it('takes engine texts apart and puts them together', () => {
    const text = 'textbook:heuristic=ligue4,cut=strict,depth=6';
    const spec = parseEngine(text);
    expect([spec.name, ...spec.settings]).toEqual(['textbook', ['heuristic', 'ligue4'], ['cut', 'strict'], ['depth', '6']]);
    for (const same of [text, 'best', 'level:3,seed=7', levelText(10), 'process:a=b']) expect(engineText(parseEngine(same))).toBe(same);
    expect(engineText(withSettings(spec, { cut: undefined, depth: 9, time: 0.5 }))).toBe('textbook:heuristic=ligue4,depth=9,time=0.5');
    expect(parseEngine('level:3').level).toBe(3);
    expect([withSeed('level:3', 5), withSeed('best', 5)]).toEqual(['level:3,seed=5', 'best:seed=5']);
  });

  it('picks a language the reader wished for', () => {
    expect([wished(['de', 'pt-PT']), wished(['es-AR']), wished(['de'])]).toEqual(['pt-BR', 'es', 'en']);
  });

  it('turns scores round for the second player', async () => {
    const view = await mock.view({ game: 'connect4', position: '-', moves: ['4'] });
    expect(firstShare(view, { win: 1 }, 1)).toBe(0);
  });
});

describe('nothing is lost', () => {
  it('keeps a running game when another one begins', async () => {
    const play = new Play();
    await play.begin(begin);
    await moveAndRest(play, '4');
    await play.begin({ ...begin, seats: { first: 'human', second: 'human' } });
    expect(running.list).toHaveLength(1);
    await play.takeUp(running.list[0]!.id);
    expect(play.table.moves).toEqual(['4', '1']);
    expect(play.seats.second).toBe('level:3');
    // Nothing was played in the other game, so nothing waits.
    expect(running.list).toHaveLength(0);
  });

  it('lets no late answer displace the game that was chosen after it', async () => {
    const play = new Play();
    await play.begin(begin);
    await moveAndRest(play, '4');
    await play.begin({ ...begin, seats: { first: 'human', second: 'human' } });
    let answer = () => {};
    mock.slow = new Promise((resolve) => (answer = resolve));
    const late = [play.openAt('connect4', '-', ['2', '2']), play.openAt('connect4', '-', ['8'])];
    mock.slow = null;
    await play.takeUp(running.list[0]!.id);
    answer();
    await Promise.all(late);
    expect(play.table.moves).toEqual(['4', '1']);
    expect(play.seats.second).toBe('level:3');
    expect(play.saved()?.at).toBe(2);

    const study = new Study();
    await study.open('connect4', '-', ['3', '3']);
    await study.open('connect4', '-', ['5']);
    mock.slow = new Promise((resolve) => (answer = resolve));
    const open = study.open('connect4', '-', ['6']);
    mock.slow = null;
    await study.takeUp(studies.list.find(({ at }) => at === 2)!.id);
    answer();
    await open;
    expect(study.table.moves).toEqual(['3', '3']);
  });

  it('plays on from a study, and keeps the game of the last visit', async () => {
    const before = new Play();
    await before.begin(begin);
    await moveAndRest(before, '4');
    const play = new Play();
    let answer = () => {};
    mock.slow = new Promise((resolve) => (answer = resolve));
    const opened = play.openAt('connect4', '-', ['2', '2'], begin.seats);
    mock.slow = null;
    // The page of the game opens meanwhile, and must not put another one in its place.
    await openFromAddress(play);
    answer();
    await opened;
    expect(play.table.moves).toEqual(['2', '2']);
    expect(running.list.map(({ at }) => at)).toEqual([2]);
  });

  it('takes no move for the game of the last visit while an address opens another one', async () => {
    const before = new Play();
    await before.begin({ ...begin, seats: { first: 'human', second: 'human' }, strict: true });
    await before.humanMove('4');
    history.replaceState(null, '', '?game=connect4&moves=22');
    mock.asked = [];
    const play = new Play();
    await openFromAddress(play);
    // Its board was not even asked for.
    expect(mock.asked).toEqual(['view ']);
    expect(play.table.moves).toEqual(['2', '2']);
    expect([play.seats.second, play.strict]).toEqual(['human', true]);
    expect(running.list.map(({ at }) => at)).toEqual([1]);
    // Its own address takes it up again, and a broken one leaves it on the board.
    const again = new Play();
    await openFromAddress(again);
    expect(again.id).toBe(play.id);
    history.replaceState(null, '', '?game=connect4&moves=99');
    const broken = new Play();
    await openFromAddress(broken);
    expect(broken.id).toBe(play.id);
    expect(notices.list.at(-1)?.text).toContain('This address is broken');
    history.replaceState(null, '', '?');
  });

  it('says why a kept game cannot be opened, and begins a new one', async () => {
    const { tree } = treeOf(['4', '9']);
    const kept = { ...begin, id: 'old', start: '-', tree, at: 2, resigned: null, view: null, log: {}, seed: 1 };
    localStorage.setItem('alinea.play', JSON.stringify(kept));
    const play = new Play();
    await openFromAddress(play);
    expect(notices.list.at(-1)?.text).toContain('cannot be opened');
    expect([play.table.moves, play.humanToMove]).toEqual([[], true]);
    expect([running.list.length, new Play().saved()?.id]).toEqual([0, play.id]);
  });

  it('keeps the study of the last visit when an address opens another one', async () => {
    const before = new Study();
    await before.open('connect4', '-', ['3', '3']);
    const after = new Study();
    await after.open('connect4', '-', ['5']);
    expect(studies.list.map(({ tree }) => tree.nodes.length - 1)).toEqual([2]);
    // Its own address takes it up again, and nothing is doubled.
    await new Study().open('connect4', '-', ['3', '3']);
    expect(studies.list.map(({ tree }) => tree.nodes.length - 1)).toEqual([1]);
  });

  it('keeps a game that is taken up before its board arrives', async () => {
    const play = new Play();
    await play.begin(begin);
    await moveAndRest(play, '4');
    await play.begin({ ...begin, seats: { first: 'human', second: 'human' } });
    const { id } = running.list[0]!;
    const other = new Play();
    void other.takeUp(id);
    expect(new Play().saved()?.id).toBe(id);
  });

  it('asks once after a click', async () => {
    const play = new Play();
    await play.begin({ ...begin, seats: { first: 'human', second: 'human' } });
    mock.asked.length = 0;
    await moveAndRest(play, '4');
    expect(mock.asked.filter((asked) => asked !== 'alive')).toEqual(['view 4']);
  });

  it('lets a seat change hands', async () => {
    const play = new Play();
    await play.begin({ ...begin, seats: { first: 'human', second: 'human' } });
    await moveAndRest(play, '4');
    const sitting = play.sit('second', 'level:2');
    await vi.waitFor(() => expect(play.table.moves).toHaveLength(2));
    await sitting;
    expect(play.fair).toBe(false);
  });

  it('stops two engines and lets them make one move', async () => {
    const play = new Play();
    play.paused = true;
    const games = { game: 'connect4', seats: { first: 'level:1', second: 'level:2' }, strict: false };
    mock.endings.set(8, { draw: true });
    void play.begin(games);
    play.pause();
    await vi.waitFor(() => expect(play.table.fresh).toBe(true));
    const before = play.table.moves.length;
    play.atRest();
    await play.stepOnce();
    expect(play.table.moves).toHaveLength(before + 1);
    expect(play.paused).toBe(true);
  });

  it('remembers the levels beaten in fair games', async () => {
    const play = new Play();
    await play.begin(begin);
    mock.endings.set(1, { winner: 'first' });
    await moveAndRest(play, '4');
    expect(play.celebrating).toBe(true);
    expect(beaten.levels('connect4')).toEqual([3]);
    expect(beaten.levels('gomoku')).toEqual([]);
    expect(play.nextLevel).toBe('level:4');
  });

  it('takes a study up again with its variations', async () => {
    const study = new Study();
    study.on = false;
    await study.open('connect4', '-', ['4', '4']);
    await study.go('back');
    await study.playMove('1');
    const other = new Study();
    other.on = false;
    await other.open('connect4', '-', ['4', '1']);
    expect(other.table.tree.nodes).toHaveLength(4);
    expect(other.table.moves).toEqual(['4', '1']);
    await other.open('connect4', '-', ['7']);
    expect(studies.list).toHaveLength(1);
    await other.takeUp(studies.list[0]!.id);
    expect(other.table.tree.nodes).toHaveLength(4);
  });

  it('asks once for a board and its analysis', async () => {
    const study = new Study();
    study.seconds = 1;
    await study.open('connect4', '-', ['4']);
    await vi.waitFor(() => expect(study.analyser.busy).toBe(false));
    mock.asked.length = 0;
    await study.playMove('3');
    await vi.waitFor(() => expect(study.table.fresh).toBe(true));
    expect(mock.asked.filter((asked) => asked !== 'alive' && !asked.startsWith('view')).slice(0, 1)).toEqual(['analyze 43']);
    expect(mock.asked.filter((asked) => asked === 'view 43')).toEqual([]);
  });

  it('makes room for others, says so and goes on', async () => {
    vi.useFakeTimers();
    try {
      const study = new Study();
      study.seconds = 0;
      mock.yields = 1;
      await study.open('connect4', '-', ['4']);
      await vi.waitFor(() => expect(study.analyser.waiting).toBe(true));
      const asked = () => mock.asked.filter((text) => text.startsWith('analyze')).length;
      const before = asked();
      await vi.advanceTimersByTimeAsync(6000);
      expect(asked()).toBeGreaterThan(before);
      expect(study.analyser.waiting).toBe(false);
      expect(study.iteration?.best).toBe('4');
    } finally {
      vi.useRealTimers();
    }
  });

  it('follows a line only as far as the tree holds it', () => {
    const { tree } = treeOf(['4', '4', '3']);
    expect(follow(tree, ['4', '4'])).toEqual([0, 1, 2]);
    expect(follow(tree, ['4', '5'])).toBeNull();
  });
});
