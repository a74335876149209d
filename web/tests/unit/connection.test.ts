import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Unreachable } from '../../src/backend/types';
import { connection, persist } from '../../src/state/connection.svelte';

const alive = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('../../src/state/backend', () => ({ backend: () => ({ alive }) }));

const away = () => Promise.reject(new Unreachable('away'));

beforeEach(() => vi.useFakeTimers());
afterEach(async () => {
  // Whoever still asks whether the server is back is answered.
  alive.mockResolvedValue(undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
});

describe('a lost connection', () => {
  it('shows itself until a request is answered, which is asked again', async () => {
    alive.mockImplementation(away);
    const request = vi.fn(away as () => Promise<string>).mockRejectedValueOnce(new Unreachable('away')).mockResolvedValue('here');
    const answer = persist(request);
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.lost).toBe(true);
    await vi.advanceTimersByTimeAsync(300);
    expect([await answer, connection.lost]).toEqual(['here', false]);
  });

  it('goes away by itself where nobody wants anything any more', async () => {
    alive.mockImplementation(away);
    const left = new AbortController();
    const asked = persist(away, left.signal).catch(() => 'left');
    await vi.advanceTimersByTimeAsync(0);
    left.abort();
    expect(await asked).toBe('left');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(connection.lost).toBe(true);
    alive.mockResolvedValue(undefined);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(connection.lost).toBe(false);
  });
});
