import { beforeEach, describe, expect, it } from 'vitest';
import type { View } from '../../src/backend/types';
import type { PuzzleRow, TryAnswer } from '../../src/backend/wire';
import { useLearning } from '../../src/learn/backend';
import { readPlace, writePlace } from '../../src/learn/place.svelte';
import { dailyOf, Progress, today } from '../../src/learn/progress.svelte';
import { Solving } from '../../src/learn/solving.svelte';

const row = (id: string, difficulty: number): PuzzleRow => ({ id, game: 'connect4', theme: 'zugzwang', difficulty, goal: 'win', task: null });
const view = (moves: string[]) => ({ game: 'connect4', moves }) as unknown as View;

describe('the address of the learning page', () => {
  it('is read back', () => {
    const places = [
      { part: 'exercises', id: null, ids: [] },
      { part: 'puzzles', id: null, ids: [] },
      { part: 'puzzles', id: 'abc123', ids: [] },
      { part: 'lessons', id: 'boom-safe', ids: [] },
      { part: 'sheet', id: null, ids: ['abc123', 'def456'] },
    ] as const;
    for (const place of places) {
      const address = writePlace({ ...place, ids: [...place.ids] });
      expect(readPlace(new URL(address, 'http://here').search)).toEqual(place);
    }
    expect(readPlace('?game=connect4&moves=44').part).toBe('exercises');
  });
});

describe('the puzzle of the day', () => {
  const rows = [...Array(60).keys()].map((i) => row(`p${i}`, 1 + (i % 5)));

  it('is the same all day, another one the next day, and of middling difficulty', () => {
    const chosen = [...Array(24).keys()].map((day) => dailyOf(rows, 20_000 + day)!);
    expect(chosen.every(({ difficulty }) => difficulty === 2 || difficulty === 3)).toBe(true);
    expect(dailyOf(rows, 20_003)).toBe(chosen[3]);
    expect(new Set(chosen.map(({ id }) => id)).size).toBe(24);
    for (let i = 1; i < chosen.length; i++) expect(chosen[i]).not.toBe(chosen[i - 1]);
    expect(dailyOf([], 5)).toBeNull();
    expect(dailyOf(rows.slice(1, 2), 5)).toBe(rows[1]);
  });

  it('changes at the reader\'s midnight', () => {
    const evening = new Date(2026, 10, 17, 23, 59);
    const morning = new Date(2026, 10, 18, 0, 1);
    expect(today(morning) - today(evening)).toBe(1);
    expect(today(new Date(2026, 10, 17, 0, 1))).toBe(today(evening));
  });
});

describe('the streak', () => {
  beforeEach(() => localStorage.clear());

  it('grows day by day, counts a day once, and ends with a gap', () => {
    const progress = new Progress();
    progress.solveDaily('a', 100);
    progress.solveDaily('a', 100);
    expect(progress.streak(100)).toBe(1);
    progress.solveDaily('b', 101);
    expect(progress.streak(101)).toBe(2);
    expect(progress.streak(102)).toBe(2);
    expect(progress.streak(103)).toBe(0);
    progress.solveDaily('c', 104);
    expect(progress.streak(104)).toBe(1);
  });

  it('is kept in the browser, and nonsense there is nothing', () => {
    new Progress().solveDaily('a', 100);
    const again = new Progress();
    expect(again.streak(101)).toBe(1);
    expect(again.isSolved('a')).toBe(true);
    localStorage.setItem('alinea.puzzles', '{"solved": 7, "day": "x"}');
    expect(new Progress().streak(0)).toBe(0);
  });
});

describe('solving', () => {
  const asked: string[][] = [];
  const answers: Record<string, Partial<TryAnswer>> = {
    '1': { kept: false, line: ['2', '3'], reason: 'after 1 the other side wins' },
    '4': { kept: true, reply: '7', view: view(['4', '7']) },
    '4 7 5': { kept: true, reply: null, view: view(['4', '7', '5']) },
  };
  beforeEach(() => {
    asked.length = 0;
    useLearning({
      puzzles: () => Promise.reject(new Error('not asked')),
      lessons: () => Promise.reject(new Error('not asked')),
      attempt: ({ moves }) => {
        asked.push(moves);
        return Promise.resolve({ kept: false, reply: null, line: [], reason: null, view: view(moves), ...answers[moves.join(' ')] } as TryAnswer);
      },
    });
  });
  const desk = (heard: boolean[]) =>
    new Solving({ game: 'connect4', position: '4455', view: view([]), goal: 'win', solution: ['4', '7', '5'] }, (first) => heard.push(first));

  it('answers a wrong try with its refutation, and asks again', async () => {
    const heard: boolean[] = [];
    const solving = desk(heard);
    await solving.play('1');
    expect(solving.stage).toBe('wrong');
    expect(solving.preview).toEqual(['1', '2', '3']);
    expect(heard).toEqual([]);
    solving.again();
    await solving.play('4');
    expect(solving.stage).toBe('right');
    expect(heard).toEqual([false]);
  });

  it('is solved by the first right move; the rest is played out against the replies', async () => {
    const heard: boolean[] = [];
    const solving = desk(heard);
    await solving.play('4');
    expect(heard).toEqual([true]);
    solving.playOn();
    expect(solving.stage).toBe('ask');
    expect(solving.view.moves).toEqual(['4', '7']);
    await solving.play('5');
    expect(asked.at(-1)).toEqual(['4', '7', '5']);
    expect(solving.stage).toBe('right');
    expect(heard).toEqual([true]);
    solving.playOn();
    expect(solving.stage).toBe('right');
  });

  it('does not count what was shown', async () => {
    const heard: boolean[] = [];
    const solving = desk(heard);
    solving.show();
    expect(solving.preview).toEqual(['4', '7', '5']);
    await solving.play('4');
    expect(asked).toEqual([]);
  });
});
