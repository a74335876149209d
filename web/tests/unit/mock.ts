/// A backend for tests: seven columns into which discs fall. It never ends a game by itself
/// unless told to, and can be cut off like a real server.
import {
  Refusal,
  Unreachable,
  type AnalysisEvents,
  type AnalyzeEnd,
  type Backend,
  type Catalogue,
  type Effect,
  type Evaluation,
  type Iteration,
  type MoveAnswer,
  type Outcome,
  type PositionQuery,
  type SeatEngines,
  type ThreatsAnswer,
  type View,
} from '../../src/backend/types';

const COLS = 7;
const ROWS = 6;

export class MockBackend implements Backend {
  /** While true nothing gets through. */
  down = false;
  /** How a game ends at this number of moves. */
  endings = new Map<number, Outcome>();
  /** What the engine plays, by number of moves; else column 1. */
  replies = new Map<number, string>();
  asked: string[] = [];
  /** How many analyses have to make room for others. */
  yields = 0;

  /** Answers about boards wait for this. */
  slow: Promise<void> | null = null;

  private gate(what: string): void {
    this.asked.push(what);
    if (this.down) throw new Unreachable('the cable is out');
  }

  async alive(): Promise<void> {
    this.gate('alive');
  }

  async catalogue(): Promise<Catalogue> {
    this.gate('catalogue');
    return {
      version: '0',
      games: [{ name: 'connect4', setups: ['7x6'], sizes: [{ name: 'cols', least: 4, most: 9 }, { name: 'rows', least: 4, most: 7 }], flags: [], presets: ['ligue4'], engines: ['best', 'level', 'ligue4'], heuristics: ['ligue4'] }],
    };
  }

  async view({ position, moves }: PositionQuery): Promise<View> {
    this.gate(`view ${moves.join('')}`);
    await this.slow;
    const all = position === '-' ? moves : [...position, ...moves];
    return this.draw(all);
  }

  private draw(moves: string[]): View {
    const columns: string[] = Array.from({ length: COLS }, () => '');
    let effects: Effect[] = [];
    moves.forEach((move, i) => {
      const col = Number(move) - 1;
      const column = columns[col];
      if (column === undefined || column.length >= ROWS) throw new Refusal(422, `Column ${move} is full`);
      columns[col] = column + (i % 2 === 0 ? 'x' : 'o');
      effects = [{ placed: `${'abcdefg'[col]}${columns[col].length}`, player: i % 2 === 0 ? 'first' : 'second', bomb: false }];
    });
    const outcome = this.endings.get(moves.length) ?? null;
    const legal = outcome ? [] : columns.flatMap((column, i) => (column.length < ROWS ? [String(i + 1)] : []));
    return {
      game: 'connect4',
      setup: '7x6',
      start: '-',
      moves,
      cols: COLS,
      rows: Array.from({ length: ROWS }, (_, i) => columns.map((column) => column[ROWS - 1 - i] ?? '.').join('')),
      gravity: true,
      turn: moves.length % 2 === 0 ? 'first' : 'second',
      ply: moves.length,
      legal,
      landing: Object.fromEntries(legal.map((move) => [move, `${'abcdefg'[Number(move) - 1]}${columns[Number(move) - 1]!.length + 1}`])),
      outcome,
      line: [],
      forbidden: [],
      effects,
    };
  }

  async move(query: PositionQuery, engine: string): Promise<MoveAnswer> {
    this.gate(`move ${engine} ${query.moves.join('')}`);
    const move = this.replies.get(query.moves.length) ?? '1';
    return { move, view: this.draw([...query.moves, move]), thought: iteration(move) };
  }

  async turn(query: PositionQuery, seats: SeatEngines, onView: (view: View) => void): Promise<MoveAnswer | null> {
    const view = await this.view(query);
    onView(view);
    const engine = seats[view.turn];
    return !engine || view.outcome ? null : this.move(query, engine);
  }

  async analyze(
    query: PositionQuery,
    _engine: string,
    _limits: object,
    _lines: number,
    hear: AnalysisEvents,
  ): Promise<AnalyzeEnd> {
    this.gate(`analyze ${query.moves.join('')}`);
    hear.view?.(this.draw(query.position === '-' ? query.moves : [...query.position, ...query.moves]));
    hear.iteration(iteration('4'));
    return { yielded: this.yields-- > 0 };
  }

  async threats(): Promise<ThreatsAnswer> {
    this.gate('threats');
    return { turn: 'first', win: false, by: null, line: [], plies: null, distance: null, defences: [], reason: null, marks: [], escape: null };
  }

  async evaluate(): Promise<Evaluation> {
    this.gate('evaluate');
    return { value: 0, parts: [] };
  }
}

function iteration(best: string): Iteration {
  return {
    depth: 1,
    score: { value: 3 },
    best,
    line: [best],
    nodes: 7,
    nps: 7,
    time_ms: 1,
    moves: [{ move: best, score: { value: 3 }, line: [best] }],
    reason: null,
    distance: 'at-most',
    marks: [],
    forced: null,
  };
}
