import { describe, expect, it } from 'vitest';
import { provisional } from '../../src/board/cells';
import { runs, stoneNumbers, walk } from '../../src/board/geometry';
import { held, moved, WHOLE } from '../../src/board/pinch';
import { blankView } from '../../src/state/game.svelte';
import { MockBackend } from './mock';

describe('lines on the board', () => {
  it('are told apart where two are won at once', () => {
    const cells = ['h4', 'h5', 'h6', 'h7', 'h8', 'd8', 'e8', 'f8', 'g8'];
    expect(runs(cells).map((run) => run.join(' ')).sort()).toEqual(['d8 e8 f8 g8 h8', 'h4 h5 h6 h7 h8']);
  });

  it('may be short where the whole line is', () => {
    expect(runs(['a1', 'b2', 'c3'])).toEqual([['a1', 'b2', 'c3']]);
    expect(runs([])).toEqual([]);
  });

  it('stack where stones fall and stand where they do not', async () => {
    const view = await new MockBackend().view({ game: 'connect4', position: '-', moves: ['4'] });
    expect(walk(view, ['4', '4', '1'])).toEqual([
      { cell: 'd2', side: 'second', number: 1 },
      { cell: 'd3', side: 'first', number: 2 },
      { cell: 'a1', side: 'second', number: 3 },
    ]);
    expect(walk(blankView('gomoku'), ['h8', 'i9']).map(({ cell, side }) => cell + side)).toEqual(['h8first', 'i9second']);
  });

  it('end where a move places no stone', async () => {
    const view = await new MockBackend().view({ game: 'connect4', position: '-', moves: ['4'] });
    expect(walk(view, ['4', 'B', '1'])).toHaveLength(1);
  });
});

describe('a stone', () => {
  it('knows the number of its move', async () => {
    const view = await new MockBackend().view({ game: 'connect4', position: '-', moves: ['4', '4', '1'] });
    expect([...stoneNumbers(view)]).toEqual([['d1', 1], ['d2', 2], ['a1', 3]]);
    const board = { ...blankView('gomoku'), moves: ['h8', 'i9'] };
    expect(stoneNumbers(board).get('i9')).toBe(2);
  });

  it('has no number where stones are gone', async () => {
    const view = await new MockBackend().view({ game: 'connect4', position: '-', moves: ['4', '4'] });
    expect(stoneNumbers({ ...view, moves: ['4', '4', 'B'] }).size).toBe(0);
  });

  it('is drawn before the server says what it did', async () => {
    const mock = new MockBackend();
    const view = await mock.view({ game: 'connect4', position: '-', moves: [] });
    const drawn = provisional(view, '4');
    const real = await mock.view({ game: 'connect4', position: '-', moves: ['4'] });
    expect(drawn.rows).toEqual(real.rows);
    expect(drawn.effects).toEqual(real.effects);
    expect(drawn.legal).toEqual([]);
  });
});

describe('two fingers', () => {
  const start = { x: 100, y: 100, apart: 50 };

  it('keep what is under them', () => {
    const zoom = moved(WHOLE, start, { x: 100, y: 100, apart: 100 });
    expect(zoom).toEqual({ scale: 2, x: -100, y: -100 });
    expect(moved(zoom, start, { ...start, x: 120 })).toEqual({ scale: 2, x: -80, y: -100 });
  });

  it('never pull the board out of its frame', () => {
    expect(held({ scale: 2, x: 50, y: -500 }, 200, 200)).toEqual({ scale: 2, x: 0, y: -200 });
    expect(held({ scale: 0.5, x: -10, y: 10 }, 200, 200)).toEqual({ scale: 1, x: 0, y: 0 });
  });
});
