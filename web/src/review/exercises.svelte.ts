/// Own mistakes as exercises, kept in this browser and repeated at growing intervals. Nothing leaves it.
import type { Side } from '../backend/types';
import type { JudgedJson } from '../backend/wire';
import { read, write } from '../state/storage';

export interface Exercise {
  id: string;
  game: string;
  start: string;
  /** The moves before the mistake. */
  moves: string[];
  side: Side;
  /** What was played instead of something better. */
  played: string;
  /** How often in a row it was solved at the first try. */
  solved: number;
  /** When it is asked again, in milliseconds. */
  due: number;
}

const DAY = 24 * 60 * 60 * 1000;
/** Days until an exercise comes back, after it was solved once, twice, ... */
export const INTERVALS = [1, 3, 7, 16, 35, 90];
const MOST = 200;

function isWhole(item: Exercise): boolean {
  return (
    typeof item?.id === 'string' &&
    typeof item.game === 'string' &&
    typeof item.start === 'string' &&
    Array.isArray(item.moves) &&
    typeof item.played === 'string' &&
    Number.isFinite(item.due) &&
    Number.isInteger(item.solved)
  );
}

export class Exercises {
  list: Exercise[] = $state.raw([]);

  constructor() {
    const saved = read<Exercise[]>('exercises');
    if (Array.isArray(saved)) this.list = saved.filter(isWhole);
  }

  due(now = Date.now()): Exercise[] {
    return this.list.filter((item) => item.due <= now).sort((a, b) => a.due - b.due);
  }

  /** When the next one comes back; null where there is none. */
  get next(): number | null {
    return this.list.length > 0 ? Math.min(...this.list.map((item) => item.due)) : null;
  }

  /** Keeps the turning points of one side of a game; those known already keep their place. */
  keep(game: string, start: string, moves: readonly string[], judged: readonly JudgedJson[], side: Side, now = Date.now()): Exercise[] {
    const found = judged
      .filter(({ turning_point, player }) => turning_point && player === side)
      .sort((a, b) => a.ply - b.ply)
      .map(({ ply, move }): Exercise => {
        const before = moves.slice(0, ply - 1);
        const id = [game, start, ...before].join(' ');
        return this.list.find((known) => known.id === id) ?? { id, game, start, moves: before, side, played: move, solved: 0, due: now };
      });
    const ids = new Set(found.map(({ id }) => id));
    this.save([...found, ...this.list.filter(({ id }) => !ids.has(id))].slice(0, MOST));
    return found;
  }

  /** Somebody wants these now, whenever they would come back. */
  hasten(wanted: readonly Exercise[], now = Date.now()): void {
    const ids = new Set(wanted.map(({ id }) => id));
    this.save(this.list.map((item) => (ids.has(item.id) ? { ...item, due: Math.min(item.due, now) } : item)));
  }

  /** What came of an exercise: solved at the first try it comes back later, else at once. */
  answer(id: string, first: boolean, now = Date.now()): void {
    this.save(
      this.list.map((item) => {
        if (item.id !== id) return item;
        const solved = first ? item.solved + 1 : 0;
        const days = INTERVALS[Math.min(solved, INTERVALS.length) - 1] ?? 0;
        return { ...item, solved, due: now + days * DAY };
      }),
    );
  }

  drop(id: string): void {
    this.save(this.list.filter((item) => item.id !== id));
  }

  private save(list: Exercise[]): void {
    this.list = list;
    write('exercises', list);
  }
}

export const exercises = new Exercises();
