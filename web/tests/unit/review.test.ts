/// Exercises from one's own mistakes, the tries at them, the animated picture, and the pictures of forbidden points.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JudgedJson } from '../../src/backend/wire';
import { marks, NO_MARKS } from '../../src/board/marks';
import { frameOf } from '../../src/board/frame';
import { useRecords } from '../../src/review/backend';
import { Drill } from '../../src/review/drill.svelte';
import { exercises, Exercises, INTERVALS } from '../../src/review/exercises.svelte';
import { changed, encode, Palette, type Frame } from '../../src/review/gif';
import { gamesOf } from '../../src/review/reading';
import { blankView } from '../../src/state/game.svelte';
import { readAddress, writeAddress } from '../../src/state/route.svelte';
import { rulesOf } from '../../src/ui/scenes';
import { useBackend } from '../../src/state/backend';
import { MockBackend } from './mock';

const DAY = 24 * 60 * 60 * 1000;

function judged(ply: number, player: 'first' | 'second', turning: boolean): JudgedJson {
  return {
    ply,
    player,
    move: '4',
    best: turning ? '3' : '4',
    line: turning ? ['3', '5'] : [],
    refutation: turning ? ['4', '2'] : [],
    played: { draw: true },
    score: { draw: true },
    turning_point: turning,
    verdict: turning ? 'blunder' : 'best',
    reason: turning ? '3 won; 4 loses' : null,
    why: null,
  } as JudgedJson;
}

beforeEach(() => localStorage.clear());

describe('exercises', () => {
  it('keep the turning points of one side, in order, once', () => {
    const all = new Exercises();
    const found = all.keep('connect4', '-', ['4', '4', '5', '5'], [judged(4, 'second', true), judged(3, 'first', true), judged(1, 'first', true), judged(2, 'second', false)], 'first', 100);
    expect(found.map(({ moves }) => moves.join(''))).toEqual(['', '44']);
    all.answer(found[0]!.id, true, 100);
    all.keep('connect4', '-', ['4', '4', '5', '5'], [judged(1, 'first', true)], 'first', 200);
    expect(all.list).toHaveLength(2);
    expect(all.list.find(({ moves }) => moves.length === 0)?.solved).toBe(1);
    expect(new Exercises().list).toHaveLength(2);
    // Solved ones wait, unless somebody wants them.
    expect(all.due(200)).toHaveLength(1);
    all.hasten(found, 200);
    expect(all.due(200)).toHaveLength(2);
  });

  it('come back at growing intervals, and at once when missed', () => {
    const all = new Exercises();
    const [one] = all.keep('connect4', '-', ['4'], [judged(1, 'first', true)], 'first', 0);
    let now = 0;
    expect(INTERVALS.every((days, place) => place === 0 || days > INTERVALS[place - 1]!)).toBe(true);
    for (const days of INTERVALS) {
      expect(all.due(now)).toHaveLength(1);
      all.answer(one!.id, true, now);
      expect(all.due(now + days * DAY - 1)).toHaveLength(0);
      now += days * DAY;
      expect(all.due(now)).toHaveLength(1);
    }
    all.answer(one!.id, false, now);
    expect(all.due(now)).toHaveLength(1);
    all.answer(one!.id, true, now);
    expect(all.due(now + DAY)).toHaveLength(1);
  });

  it('survive nonsense in the storage', () => {
    localStorage.setItem('alinea.exercises', '[{"id":1},null,{"id":"a","game":"connect4","start":"-","moves":[],"side":"first","played":"4","solved":0,"due":0}]');
    expect(new Exercises().list.map(({ id }) => id)).toEqual(['a']);
  });
});

describe('a drill', () => {
  it('refutes what gives the game away, takes what keeps the result, and asks again what was missed', async () => {
    useBackend(new MockBackend());
    const tried: string[] = [];
    useRecords({
      review: async (query, hear) => {
        const move = query.moves.at(-1)!;
        tried.push(move);
        hear({ ...judged(query.moves.length, 'first', move === '1'), move });
        return { accuracy: { first: 1, second: 1 }, complete: true };
      },
      read: () => Promise.reject(new Error('nothing to read')),
      write: () => Promise.reject(new Error('nothing to write')),
    });
    exercises.list = [];
    exercises.keep('connect4', '-', ['4', '4', '4'], [judged(3, 'first', true)], 'first', 0);
    const drill = new Drill();
    await drill.open();
    await drill.play('1');
    expect(drill.stage).toBe('wrong');
    expect(drill.preview).toEqual(['4', '2']);
    drill.again();
    await drill.play('2');
    expect(drill.stage).toBe('right');
    expect(tried).toEqual(['1', '2']);
    // It was missed at first, so it comes again.
    await drill.next();
    expect(drill.queue).toHaveLength(1);
    await drill.play('2');
    await drill.next();
    expect(drill.exercise).toBeNull();
    expect(exercises.list[0]?.solved).toBe(1);
  });
});

/** A plain decoder of what the encoder writes: one palette, no interlacing. */
function decode(bytes: Uint8Array): { width: number; height: number; frames: Uint8Array[]; colours: number[][]; delays: number[] } {
  const word = (at: number) => bytes[at]! | (bytes[at + 1]! << 8);
  const [width, height] = [word(6), word(8)];
  const colours = Array.from({ length: 256 }, (_, i) => [...bytes.slice(13 + 3 * i, 16 + 3 * i)]);
  const frames: Uint8Array[] = [];
  const delays: number[] = [];
  let at = 13 + 768;
  let canvas = new Uint8Array(width * height);
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9) delays.push(word(at + 4));
      at += 2;
      while (bytes[at] !== 0) at += bytes[at]! + 1;
      at += 1;
      continue;
    }
    const [x, y, w, h] = [word(at + 1), word(at + 3), word(at + 5), word(at + 7)];
    at += 11;
    const data: number[] = [];
    while (bytes[at] !== 0) {
      data.push(...bytes.slice(at + 1, at + 1 + bytes[at]!));
      at += bytes[at]! + 1;
    }
    at += 1;
    canvas = canvas.slice();
    unlzw(data, w * h).forEach((colour, i) => (canvas[(y + Math.floor(i / w)) * width + x + (i % w)] = colour));
    frames.push(canvas);
  }
  return { width, height, frames, colours, delays };
}

function unlzw(data: number[], count: number): number[] {
  const out: number[] = [];
  let table: number[][] = [];
  let [width, held, bits, at] = [9, 0, 0, 0];
  let previous: number[] | null = null;
  while (out.length <= count) {
    while (bits < width) {
      held |= data[at++]! << bits;
      bits += 8;
    }
    const code = held & ((1 << width) - 1);
    held >>= width;
    bits -= width;
    if (code === 257) break;
    if (code === 256) {
      table = Array.from({ length: 258 }, (_, i) => [i]);
      width = 9;
      previous = null;
      continue;
    }
    const entry: number[] = table[code] ?? [...previous!, previous![0]!];
    out.push(...entry);
    if (previous && table.length < 4096) table.push([...previous, entry[0]!]);
    if (table.length === 1 << width && width < 12) width += 1;
    previous = entry;
  }
  return out;
}

describe('the animated picture', () => {
  const frame = (paint: (x: number, y: number) => [number, number, number], delay = 10): Frame => {
    const [width, height] = [97, 61];
    const data = new Uint8ClampedArray(4 * width * height);
    for (let at = 0; at < width * height; at++) data.set([...paint(at % width, Math.floor(at / width)), 255], 4 * at);
    return { pixels: { width, height, data }, delay };
  };

  it('is read back frame by frame, as it was drawn', () => {
    // Enough different rows that the codes run out and begin again.
    const noise = (x: number, y: number): [number, number, number] => [((x * 7919 + y * 104729) >> 3) % 8 * 32, (x * y) % 8 * 32, 0];
    const frames = [frame(noise), frame((x, y) => (x > 10 && x < 20 && y > 5 && y < 9 ? [248, 0, 248] : noise(x, y)), 30), frame((x, y) => (x > 10 && x < 20 && y > 5 && y < 9 ? [248, 0, 248] : noise(x, y)), 300)];
    const film = decode(encode(frames));
    expect([film.width, film.height, film.frames.length]).toEqual([97, 61, 3]);
    expect(film.delays).toEqual([10, 30, 300]);
    const palette = new Palette(frames);
    frames.forEach(({ pixels }, number) => {
      for (let at = 0; at < 97 * 61; at++) {
        const colour = film.colours[film.frames[number]![at]!];
        expect(colour).toEqual(palette.colours[palette.index(pixels.data, 4 * at)]);
        if (number === 0 && at % 50 === 0) expect(Math.abs(colour![0]! - pixels.data[4 * at]!)).toBeLessThan(9);
      }
    });
  });

  it('repeats only what changed', () => {
    const [before, after] = [new Uint8Array(20), new Uint8Array(20)];
    after[7] = 1;
    after[13] = 1;
    expect(changed(before, after, 5, 4)).toEqual({ x: 2, y: 1, w: 2, h: 2 });
    expect(changed(before, before, 5, 4)).toEqual({ x: 0, y: 0, w: 1, h: 1 });
  });
});

describe('words and pictures of a review', () => {
  it('puts a sign at the corner of its cell', () => {
    const view = { ...blankView('gomoku'), landing: { h8: 'h8' } };
    const text = marks(view, frameOf(view), { ...NO_MARKS, badges: [{ move: 'h8', cell: null, text: '??', tone: 'bad' }, { move: 'zz', cell: null, text: '?', tone: 'bad' }] }, 1, (name) => name);
    expect(text).toContain('data-badge="??" data-on="h8"');
    expect(text.match(/data-badge/g)).toHaveLength(1);
  });

  it('an address says that the game is to be reviewed', () => {
    const address = writeAddress({ game: 'connect4', start: '-', moves: '44', ply: null, review: 'first' });
    expect(address).toBe('?game=connect4&moves=44&review=first');
    expect(readAddress(address)?.review).toBe('first');
    expect(readAddress('?game=connect4&review=nobody')?.review).toBeNull();
  });

  it('refuses ten megabytes without sending them', async () => {
    await expect(gamesOf('1'.repeat(10_000_000), 'connect4')).rejects.toThrow('page.file.large');
  });

  it('draws the forbidden points that the browser test asks the rules about', () => {
    const wanted = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'forbidden.json'), 'utf8')) as [string[], string][];
    const drawn = rulesOf('renju').flatMap(({ scenes }) => scenes.flatMap(({ rows, forbidden }) => (forbidden ? [[rows, ...forbidden]] : [])));
    expect(drawn).toEqual(wanted);
  });
});
