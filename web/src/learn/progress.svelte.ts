/// Which puzzles were solved, and how many days in a row the puzzle of the day was. Kept in this browser.
import type { PuzzleRow } from '../backend/wire';
import { read, write } from '../state/storage';

const DAY = 24 * 60 * 60 * 1000;
const MOST = 5_000;
/** The puzzle of the day is neither the easiest nor the hardest. */
const DAILY = [2, 3];

interface Saved {
  solved: string[];
  /** The last day whose puzzle was solved, and how many came before it without a gap. */
  day: number;
  streak: number;
}

/** The number of the reader's day. */
export function today(now = new Date()): number {
  return Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY);
}

/** The puzzle of a day: the same for everybody who has the same puzzles. */
export function dailyOf(rows: readonly PuzzleRow[], day: number): PuzzleRow | null {
  const middling = rows.filter(({ difficulty }) => DAILY.includes(difficulty));
  const from = middling.length > 0 ? middling : rows;
  const count = from.length;
  if (count === 0) return null;
  // Steps of about the golden ratio that share no divisor with the count: neighbouring days lie far apart, and
  // every puzzle has its day before one comes again.
  let step = Math.max(1, Math.round(count * 0.618));
  while (divisor(step, count) > 1) step += 1;
  return from[(day * step) % count] ?? null;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

export class Progress {
  solved: ReadonlySet<string> = $state.raw(new Set<string>());
  private day = $state(0);
  private days = $state(0);

  constructor() {
    const saved = read<Saved>('puzzles');
    if (Array.isArray(saved?.solved)) this.solved = new Set(saved.solved.filter((id) => typeof id === 'string'));
    if (Number.isInteger(saved?.day) && Number.isInteger(saved?.streak)) {
      this.day = saved!.day;
      this.days = Math.max(0, saved!.streak);
    }
  }

  /** Days in a row, today or yesterday the last of them. */
  streak(now = today()): number {
    return this.day >= now - 1 ? this.days : 0;
  }

  isSolved(id: string): boolean {
    return this.solved.has(id);
  }

  solve(id: string): void {
    this.solved = new Set([...[...this.solved].slice(-MOST + 1), id]);
    this.save();
  }

  /** The puzzle of the day was solved. */
  solveDaily(id: string, now = today()): void {
    if (this.day !== now) {
      this.days = this.day === now - 1 ? this.days + 1 : 1;
      this.day = now;
    }
    this.solve(id);
  }

  private save(): void {
    write('puzzles', { solved: [...this.solved], day: this.day, streak: this.days } satisfies Saved);
  }
}

export const progress = new Progress();
