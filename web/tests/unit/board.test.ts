import { describe, expect, it } from 'vitest';
import { buttonMoves, cellText, diagramText, moveAt, parseCell, rowColPairs, typedMove } from '../../src/board/cells';
import { centre, coloursOf, flip, frameOf, skinOf } from '../../src/board/frame';
import { marks, NO_MARKS } from '../../src/board/marks';
import { picture, plate, stones } from '../../src/board/picture';
import { afterMove, chanceText, compact, rank, scoreText, scoreWords, sentence, share, tone } from '../../src/board/words';
import { speak, type Language } from '../../src/i18n/index.svelte';
import { blankView } from '../../src/state/game.svelte';
import type { View } from '../../src/backend/types';

const plain = (name: string) => name;

function connect4(): View {
  return {
    ...blankView('connect4'),
    rows: ['.......', '.......', '.......', '.......', '...o...', '...x...'],
    legal: ['1', '4', 'B'],
    landing: { 1: 'a1', 4: 'd3' },
    effects: [{ placed: 'd2', player: 'second', bomb: false }],
  };
}

describe('cells', () => {
  it('reads and writes its texts', () => {
    expect(parseCell('h10')).toEqual({ col: 7, row: 9 });
    expect(cellText({ col: 7, row: 9 })).toBe('h10');
  });

  it('turns a press into the legal move it means', () => {
    const view = connect4();
    expect(moveAt(view, { col: 3, row: 5 })).toBe('4');
    expect(moveAt(view, { col: 1, row: 0 })).toBeNull();
    const gomoku = { ...blankView('gomoku'), legal: ['h8'], landing: { h8: 'h8' } };
    expect(moveAt(gomoku, { col: 7, row: 7 })).toBe('h8');
    expect(moveAt(gomoku, { col: 7, row: 8 })).toBeNull();
  });

  it('names what was pressed, legal or not', () => {
    expect(typedMove({ gravity: true, cols: 7 }, { col: 3, row: 2 })).toBe('4');
    expect(typedMove({ gravity: true, cols: 12 }, { col: 3, row: 2 })).toBe('d');
    expect(typedMove({ gravity: false, cols: 15 }, { col: 7, row: 7 })).toBe('h8');
  });

  it('finds moves that need a button', () => {
    expect(buttonMoves(connect4())).toEqual(['B']);
  });

  it('writes every notation', () => {
    const view = { ...blankView('gomoku'), moves: ['a15', 'h8'] };
    expect(rowColPairs(view)).toBe('0,0 7,7');
    expect(rowColPairs(connect4())).toBeNull();
    expect(diagramText({ rows: ['.', 'x'], turn: 'second', jugada: 5 })).toBe('diagram:./x o 5');
  });
});

describe('frame', () => {
  it('gives each game its look', () => {
    expect([skinOf(blankView('connect4')), skinOf(blankView('renju')), skinOf(blankView('mnk:3x3x3'))]).toEqual([
      'discs',
      'lines',
      'squares',
    ]);
    expect(skinOf(blankView('mnk:9x9x5+gravity'))).toBe('discs');
    expect(coloursOf(blankView('boom'))).toBe('green-blue');
  });

  it('flips falling boards sideways and the others all the way', () => {
    const falling = frameOf(blankView('connect4'), true);
    expect(flip(falling, { col: 0, row: 0 })).toEqual({ col: 6, row: 0 });
    const free = frameOf(blankView('gomoku'), true);
    expect(flip(free, { col: 0, row: 0 })).toEqual({ col: 14, row: 14 });
    expect(centre(falling, { col: 6, row: 0 }).x).toBe(centre(frameOf(blankView('connect4')), { col: 0, row: 0 }).x);
  });
});

describe('picture', () => {
  it('draws one group for each stone', () => {
    const view = connect4();
    const text = stones(view, frameOf(view), NO_MARKS);
    expect(text.match(/data-cell=/g)).toHaveLength(2);
    expect(text).toContain('data-cell="d1"');
  });

  it('dims what is not in the winning line', () => {
    const view = { ...connect4(), line: ['d1', 'd2'] };
    expect(stones(view, frameOf(view), NO_MARKS)).not.toContain('opacity');
    const other = { ...connect4(), line: ['d1', 'c1'] };
    expect(stones(other, frameOf(other), NO_MARKS).match(/opacity/g)).toHaveLength(1);
  });

  it('draws the best score last, so that nothing covers it', () => {
    const view = connect4();
    const scores = [
      { move: '4', text: '3', best: true, tone: 'good' as const },
      { move: '1', text: '−2', best: false, tone: 'bad' as const },
    ];
    const text = marks(view, frameOf(view), { ...NO_MARKS, scores });
    expect(text.indexOf('data-score="1"')).toBeLessThan(text.indexOf('data-score="4"'));
    expect(text).toContain('−2');
  });

  it('cuts a hole for every cell', () => {
    const view = connect4();
    expect(plate(view, frameOf(view)).match(/z(?=[M"])/g)).toHaveLength(1 + 42);
    const gomoku = blankView('gomoku');
    expect(plate(gomoku, frameOf(gomoku))).toBe('');
  });

  it('saves without style variables', () => {
    const view = connect4();
    const text = picture(view, frameOf(view), NO_MARKS, plain);
    expect(text).not.toContain('var(');
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    expect(parsed.documentElement.getAttribute('viewBox')).toBe('0 0 464 482');
  });
});

describe('scores', () => {
  it('are short, with a real minus', () => {
    expect(scoreText({ win: 7 })).toBe('▲4');
    expect(scoreText({ loss: 4 })).toBe('▼2');
    expect(scoreText({ draw: true })).toBe('=');
    expect(scoreText({ loss: 20, exact: -2 })).toBe('−2');
    expect(scoreText({ draw: true, exact: 0 })).toBe('0');
    expect([compact(-48.4), compact(1234), compact(28413.9), compact(2.5), compact(-0.04), compact(1e300)]).toEqual([
      '−48',
      '+1.2k',
      '+28k',
      '+2.5',
      '0',
      '+∞',
    ]);
  });

  it('are ordered: sooner wins first, later losses before sooner ones', () => {
    const scores = [{ loss: 2 }, { loss: 8 }, { value: -5 }, { draw: true as const }, { value: 5 }, { win: 9 }, { win: 3 }];
    const ranks = scores.map(rank);
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  });

  it('become a share of the bar', () => {
    expect([share({ win: 1 }, 1), share({ draw: true }, 1), share({ value: 0 }, 1)]).toEqual([1, 0.5, 0.5]);
    expect(share({ loss: 2 }, 1)).toBeCloseTo(1 - share({ win: 2 }, 1));
    // A near win fills more than a far one, and any win more than any estimate.
    const order = [share({ win: 3 }, 1), share({ win: 25 }, 1), share({ value: 1e6 }, 1), share({ value: 1 }, 1), 0.5];
    expect([...order].sort((a, b) => b - a)).toEqual(order);
    expect(chanceText({ value: 0 }, 4)).toBe('50');
    expect(chanceText({ value: 4 }, 4)).toBe('73');
    expect(chanceText({ value: -4 }, 4)).toBe('27');
    expect(chanceText({ win: 5 }, 4)).toBe('▲3');
    // The engine's own chance counts, whatever the scale; only decided scores are certain.
    expect(chanceText({ value: 4, win: 0.615 }, 4)).toBe('62');
    expect([0.9999, 0.0001].map((win) => chanceText({ value: 4, win }, 4))).toEqual(['99', '1']);
    expect(scoreText({ value: 4, win: 0.615 })).toBe('62\u00a0%');
    expect(share({ value: 0, win: 0.75 }, 4)).toBeCloseTo(0.5 + 0.86 * 0.25);
    expect([rank({ value: -4, win: 0.1 }), tone({ value: -4, win: 0.1 })]).toEqual([-4, 'bad']);
    expect(afterMove({ value: 4, win: 0.6 })).toEqual({ value: 4, win: 0.6 });
  });
});

describe('a score in words', () => {
  const red = connect4();
  const told = async (language: Language, score: Parameters<typeof scoreText>[0], distance: 'exact' | 'at-most' | 'unknown') => {
    await speak(language);
    return scoreWords(red, { score, distance });
  };

  it('has a singular, and says where it is only a bound', async () => {
    expect(await told('en', { win: 1 }, 'at-most')).toBe('Red wins with the next move.');
    expect(await told('en', { win: 9 }, 'exact')).toBe('Red wins in 5 moves.');
    expect(await told('en', { win: 9 }, 'at-most')).toBe('Red wins in 5 moves at most.');
    expect(await told('en', { loss: 8 }, 'at-most')).toBe('Red loses in 4 moves at most.');
    expect(await told('en', { loss: 8 }, 'unknown')).toBe('Red loses by force.');
    expect(await told('pt-BR', { win: 9 }, 'at-most')).toBe('Vermelho vence em 5 lances no máximo.');
    expect(await told('pt-BR', { loss: 2 }, 'exact')).toBe('Vermelho perde no próximo lance.');
    expect(await told('es', { win: 9 }, 'at-most')).toBe('Rojo gana en 5 jugadas como máximo.');
    expect(await told('es', { win: 9 }, 'unknown')).toBe('Rojo gana por la fuerza.');
    expect(await told('en', { value: 1.1, win: 0.634 }, 'at-most')).toBe('Red wins with a chance of 63\u00a0%.');
    expect(await told('pt-BR', { value: 1.1, win: 0.634 }, 'at-most')).toBe('Vermelho vence com 63\u00a0% de probabilidade.');
  });

  it('counts one ply less once the move is on the board', () => {
    expect(afterMove({ win: 9, exact: 3 })).toEqual({ win: 8, exact: 3 });
    expect(afterMove({ loss: 8 })).toEqual({ loss: 7 });
    expect(afterMove({ value: 3 })).toEqual({ value: 3 });
  });

  it('begins like a sentence, but a cell keeps its small letter', () => {
    expect(sentence('your opponent would win on f5')).toBe('Your opponent would win on f5.');
    expect(sentence('g7 makes a four')).toBe('g7 makes a four.');
    expect(sentence(null)).toBe('');
  });
});
