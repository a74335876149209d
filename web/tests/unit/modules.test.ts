/// Which module answers a question.
import { MODULE_FILES } from '../../src/state/base';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { canCompute, moduleFor, weightsFor } from '../../src/backend/wasm/modules';

afterEach(() => vi.restoreAllMocks());

describe('the module of a question', () => {
  it('is the smallest one that knows the answer', () => {
    expect(moduleFor('turn', { game: 'connect4' })).toBe('first');
    expect(moduleFor('analyze', { game: 'connect4:8x7' })).toBe('first');
    expect(moduleFor('turn', { game: 'renju' })).toBe('games');
    expect(moduleFor('turn', { game: 'mnk:3,3,3' })).toBe('games');
    expect(moduleFor('read', { text: '4453', game: null })).toBe('games');
    expect(moduleFor('puzzles', { game: 'connect4' })).toBe('study');
    expect(moduleFor('strategy', { game: 'connect4' })).toBe('study');
    expect(moduleFor('bug', { seed: 1 })).toBe('study');
  });

  it('needs no vectors where the browser has none', () => {
    vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
    expect(moduleFor('turn', { game: 'connect4' })).toBe('plain');
    expect(moduleFor('turn', { game: 'renju' })).toBe('plain');
    expect(moduleFor('bug', { seed: 1 })).toBe('study');
  });

  it('is none where the page names none', () => {
    expect(canCompute()).toBe(false);
  });

  it('comes with the weights of its game, where there are some', () => {
    MODULE_FILES['net-renju'] = 'wasm/net-renju-0.bin.gz';
    expect(weightsFor({ game: 'renju' })).toBe('net-renju');
    expect(weightsFor({ game: 'renju:19' })).toBe('net-renju');
    expect(weightsFor({ game: 'connect4' })).toBe(null);
    expect(weightsFor({ game: null })).toBe(null);
    expect(weightsFor(undefined)).toBe(null);
    delete MODULE_FILES['net-renju'];
  });
});
