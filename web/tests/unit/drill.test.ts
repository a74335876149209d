import { describe, expect, it } from 'vitest';
import { answered, next, readDeck, standing, WAITS } from '../../src/proof/drill';

const KEYS = ['', '44', '41', '42'];

describe('the trainer', () => {
  it('begins with the first position and goes on in order', () => {
    expect(next({}, KEYS, 0)).toBe('');
    const deck = answered({}, '', true, 0);
    expect(next(deck, KEYS, 1, '')).toBe('44');
  });

  it('asks what was wrong again soon, what was known later', () => {
    const wrong = answered({}, '44', false, 0);
    expect(wrong['44']).toEqual({ box: 0, due: WAITS[0] });
    expect(next(wrong, KEYS, WAITS[0]!)).toBe('44');
    const right = answered(answered(wrong, '44', true, 0), '44', true, 0);
    expect(right['44']).toEqual({ box: 2, due: WAITS[2] });
    expect(next(right, KEYS, WAITS[1]!)).toBe('');
  });

  it('a mistake sends a position back to the start', () => {
    let deck = {};
    for (let i = 0; i < 20; i += 1) deck = answered(deck, '44', true, i);
    deck = answered(deck, '44', false, 100);
    expect(standing(deck, KEYS)).toEqual({ learnt: 0, learning: 1, fresh: 3 });
  });

  it('always has something to ask, not the same twice in a row', () => {
    let deck = {};
    for (const key of KEYS) deck = answered(deck, key, true, 0);
    expect(next(deck, KEYS, 1, '')).not.toBe('');
    expect(next({}, [], 0)).toBeNull();
  });

  it('reads what was stored and leaves nonsense out', () => {
    expect(readDeck(null)).toEqual({});
    expect(readDeck({ a: { box: 1, due: 5 }, b: { box: 99, due: 1 }, c: 7, d: null })).toEqual({ a: { box: 1, due: 5 } });
  });
});
