import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const base = vi.hoisted(() => ({ IS_STATIC: false }));
const browser = vi.hoisted(() => ({ able: true }));
vi.mock('../../src/state/base', async (original) => ({
  ...(await original<typeof import('../../src/state/base')>()),
  get IS_STATIC() {
    return base.IS_STATIC;
  },
}));
vi.mock('../../src/backend/wasm/modules', () => ({ canCompute: () => browser.able }));

type Choice = 'auto' | 'server' | 'browser';

async function computingWith(compute: Choice) {
  const { settings } = await import('../../src/state/settings.svelte');
  settings.change({ compute });
  return (await import('../../src/state/computing.svelte')).computing;
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  base.IS_STATIC = false;
  browser.able = true;
});

afterEach(() => vi.useRealTimers());

describe('who computes', () => {
  it('is the server, and this browser while the server is away', async () => {
    const computing = await computingWith('auto');
    expect(computing.place).toBe('server');
    let back = false;
    expect(computing.takeOver(() => Promise.resolve(back))).toBe(true);
    expect(computing.place).toBe('browser');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(computing.place).toBe('browser');
    back = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(computing.place).toBe('server');
  });

  it('is asked for once, however often the server is missed', async () => {
    const computing = await computingWith('auto');
    const isBack = vi.fn(() => Promise.resolve(false));
    computing.takeOver(isBack);
    computing.takeOver(isBack);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(isBack).toHaveBeenCalledTimes(1);
  });

  it('stays the server where the reader wants the server', async () => {
    const computing = await computingWith('server');
    expect(computing.takeOver(() => Promise.resolve(false))).toBe(false);
    expect(computing.place).toBe('server');
  });

  it('goes back to the server as soon as the reader wants it', async () => {
    const computing = await computingWith('auto');
    computing.takeOver(() => Promise.resolve(false));
    await computingWith('server');
    expect(computing.place).toBe('server');
  });

  it('is this browser where the reader wants it, or where there is no server', async () => {
    expect((await computingWith('browser')).place).toBe('browser');
    base.IS_STATIC = true;
    expect((await computingWith('auto')).place).toBe('browser');
  });

  it('is never a browser that cannot', async () => {
    browser.able = false;
    const computing = await computingWith('browser');
    expect([computing.place, computing.takeOver(() => Promise.resolve(true)), computing.impossible]).toEqual(['server', false, false]);
    base.IS_STATIC = true;
    expect(computing.impossible).toBe(true);
    browser.able = true;
    expect(computing.impossible).toBe(false);
  });
});
