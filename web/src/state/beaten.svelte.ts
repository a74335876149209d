/// The levels this person has beaten, game by game.
import { gameName } from '../board/frame';
import { parseEngine } from './enginespec';
import { read, write } from './storage';

export const LEVELS = 10;

class Beaten {
  private all: Record<string, number[]> = $state.raw(read<Record<string, number[]>>('beaten') ?? {});

  levels(game: string): number[] {
    const levels = this.all[gameName(game)];
    return Array.isArray(levels) ? levels : [];
  }

  has(game: string, level: number): boolean {
    return this.levels(game).includes(level);
  }

  add(game: string, level: number): void {
    if (this.has(game, level)) return;
    this.all = { ...this.all, [gameName(game)]: [...this.levels(game), level].sort((a, b) => a - b) };
    write('beaten', this.all);
  }
}

export const beaten = new Beaten();

/** The number of a level, or null where another engine sits. */
export function levelOf(engine: string): number | null {
  const level = parseEngine(engine).level ?? 0;
  return level >= 1 && level <= LEVELS ? level : null;
}
