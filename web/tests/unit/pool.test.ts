import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromWorker, ToWorker } from '../../src/backend/wasm/worker';

const forgetWeights = vi.fn();
vi.mock('../../src/backend/wasm/modules', () => ({
  load: () => Promise.resolve({}),
  loadWeights: (name: string) => Promise.resolve(new TextEncoder().encode(name).buffer),
  forgetWeights,
  weightsFor: (body: { game?: string } | undefined) => (body?.game ? `net-${body.game}` : null),
}));

/** A worker that answers only what a test makes it answer. */
class Puppet {
  static all: Puppet[] = [];
  got: ToWorker[] = [];
  ended = false;
  onmessage: (event: { data: FromWorker }) => void = () => undefined;
  onerror: (event: { message: string }) => void = () => undefined;
  constructor() {
    Puppet.all.push(this);
  }
  postMessage(message: ToWorker) {
    this.got.push(message);
  }
  terminate() {
    this.ended = true;
  }
  say(name: string, data = '{}') {
    this.onmessage({ data: { name, data } });
  }
  get asked() {
    return this.got.flatMap((message) => ('route' in message ? [message.route] : []));
  }
}

type Pool = typeof import('../../src/backend/wasm/pool');
let pool: Pool;

beforeEach(async () => {
  Puppet.all = [];
  forgetWeights.mockClear();
  vi.stubGlobal('Worker', Puppet);
  vi.stubGlobal('crossOriginIsolated', false);
  vi.resetModules();
  pool = await import('../../src/backend/wasm/pool');
});

/** Lets everything happen that only waits for promises. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Asks and listens; what came, and how it ended. */
function listen(name: 'first' | 'games' | 'study', route: string, body?: unknown) {
  const stop = new AbortController();
  const heard = { pieces: [] as string[], end: '', stop: () => stop.abort() };
  void (async () => {
    try {
      for await (const piece of pool.ask(name, route, body, stop.signal)) heard.pieces.push(piece.name);
      heard.end = 'end';
    } catch (error) {
      heard.end = String(error);
    }
  })();
  return heard;
}

const living = () => Puppet.all.filter((one) => !one.ended);
const asking = (route: string) => Puppet.all.find((one) => one.asked.includes(route));

describe('the workers of the page', () => {
  it('answers a question while another one is thought about', async () => {
    const endless = listen('games', 'analyze');
    await settled();
    const move = listen('games', 'move');
    await settled();
    expect(living()).toHaveLength(2);
    asking('move')!.say('answer');
    asking('move')!.say('end');
    await settled();
    expect([move.pieces, move.end, endless.end]).toEqual([['answer'], 'end', '']);
  });

  it('asks the same worker again once it has answered', async () => {
    for (const route of ['one', 'two']) {
      listen('games', route);
      await settled();
      Puppet.all[0]!.say('end');
      await settled();
    }
    expect(Puppet.all.map((one) => one.asked)).toEqual([['one', 'two']]);
  });

  it('lets a fifth question wait until somebody has answered', async () => {
    for (const route of ['1', '2', '3', '4', '5']) listen('games', route);
    await settled();
    expect(Puppet.all.map((one) => one.asked)).toEqual([['1'], ['2'], ['3'], ['4']]);
    Puppet.all[2]!.say('end');
    await settled();
    expect(Puppet.all[2]!.asked).toEqual(['3', '5']);
  });

  it('lets a question that waits go on when another one is stopped', async () => {
    const heard = ['1', '2', '3', '4', '5'].map((route) => listen('games', route));
    await settled();
    heard[1]!.stop();
    await settled();
    expect(Puppet.all[1]!.ended).toBe(true);
    expect(heard[1]!.end).toContain('Abort');
    expect(asking('5')!.ended).toBe(false);
    expect(living()).toHaveLength(4);
  });

  it('forgets a question that is left while it waits', async () => {
    const heard = ['1', '2', '3', '4', '5'].map((route) => listen('games', route));
    await settled();
    heard[4]!.stop();
    Puppet.all[0]!.say('end');
    await settled();
    expect(heard[4]!.end).toContain('Abort');
    expect(asking('5')).toBeUndefined();
  });

  it('gives the place of an idle worker to another module, never that of a busy one', async () => {
    for (const route of ['1', '2', '3', '4']) listen('games', route);
    await settled();
    Puppet.all[3]!.say('end');
    await settled();
    listen('study', 'lessons');
    await settled();
    expect(Puppet.all.map((one) => one.ended)).toEqual([false, false, false, true, false]);
    expect(Puppet.all[4]!.asked).toEqual(['lessons']);
  });

  it('stops by the shared flag where there is one, and lowers it before the next question', async () => {
    vi.stubGlobal('crossOriginIsolated', true);
    const heard = listen('games', 'analyze');
    await settled();
    const [worker] = Puppet.all;
    const { flag } = worker!.got[0] as { flag: Int32Array };
    heard.stop();
    await settled();
    expect([worker!.ended, Atomics.load(flag, 0)]).toEqual([false, 1]);
    worker!.say('end');
    await settled();
    listen('games', 'move');
    await settled();
    expect([worker!.asked, Atomics.load(flag, 0)]).toEqual([['analyze', 'move'], 0]);
  });

  it('has a spare worker at once where a search is stopped by ending its worker', async () => {
    const heard = listen('games', 'analyze');
    await settled();
    heard.stop();
    await settled();
    expect(Puppet.all.map((one) => one.ended)).toEqual([true, false]);
  });

  it('stops what somebody leaves without a signal', async () => {
    void (async () => {
      for await (const piece of pool.ask('games', 'analyze', undefined)) if (piece.name === 'enough') break;
    })();
    await settled();
    Puppet.all[0]!.say('enough');
    await settled();
    expect(Puppet.all[0]!.ended).toBe(true);
  });

  it('never asks a worker again that broke, and forgets its weights', async () => {
    const heard = listen('games', 'move', { game: 'renju' });
    await settled();
    Puppet.all[0]!.say('broken', 'trap');
    await settled();
    expect(heard.end).toContain('trap');
    expect(Puppet.all[0]!.ended).toBe(true);
    expect(forgetWeights).toHaveBeenCalledWith('net-renju');
    listen('games', 'move');
    await settled();
    expect(Puppet.all[1]!.asked).toEqual(['move']);
  });

  it('takes a script that fails to load for a broken worker', async () => {
    const heard = listen('games', 'move');
    await settled();
    Puppet.all[0]!.onerror({ message: 'refused' });
    await settled();
    expect(heard.end).toContain('refused');
  });

  it('throws what the engine refuses, with its words', async () => {
    const heard = listen('games', 'move');
    await settled();
    Puppet.all[0]!.say('error', JSON.stringify({ status: 422, body: { error: { message: 'column 9' } } }));
    await settled();
    expect(heard.end).toContain('column 9');
    expect(Puppet.all[0]!.ended).toBe(false);
  });

  it('gives each worker the weights of a game once', async () => {
    for (const game of ['renju', 'renju', 'caro']) {
      listen('games', 'move', { game });
      await settled();
      Puppet.all[0]!.say('end');
      await settled();
    }
    const given = Puppet.all[0]!.got.flatMap((message) => ('weights' in message ? [new TextDecoder().decode(message.weights)] : []));
    expect(given).toEqual(['net-renju', 'net-caro']);
    expect(Puppet.all[0]!.got.map((message) => Object.keys(message)[0])).toEqual(['module', 'weights', 'route', 'route', 'weights', 'route']);
  });

  it('gives the files of the reader to workers that know what to do with them, now and later', async () => {
    listen('games', 'view');
    listen('study', 'one');
    await settled();
    pool.setFile('mine.toml', 'text');
    listen('study', 'two');
    await settled();
    const files = Puppet.all.map((one) => one.got.flatMap((message) => ('file' in message ? [message.file] : [])));
    expect(files).toEqual([[], ['mine.toml'], ['mine.toml']]);
    expect(pool.openedFiles()).toEqual(['mine.toml']);
    pool.setFile('mine.toml', '');
    expect(pool.openedFiles()).toEqual([]);
  });
});
