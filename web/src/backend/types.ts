/// The words the page and its backend share: those of the wire, and the backend itself. The page
/// knows no rules: everything about legality, results and falling stones arrives in a `View`.
import type { Catalogue, Evaluation, Iteration, LimitsRequest, MoveAnswer, PositionRequest, Side, View } from './wire';
import type * as wire from './wire';

export type {
  Catalogue,
  Effect,
  Evaluation,
  GameInfo,
  Iteration,
  MoveAnswer,
  MoveScore,
  Part,
  Score,
  Side,
  View,
} from './wire';

/** A cell as text: letter = column from the left, number = row from the bottom. */
export type Cell = string;

export type Outcome = wire.Outcome | null;

export type PositionQuery = Required<Omit<PositionRequest, 'lang'>>;

<<<<<<< HEAD
export type Outcome = null | { winner: Side } | { draw: true };

export interface View {
  /** The name alone; `setup` holds the size. */
  game: string;
  setup: string;
  /** The moves from `start`, one text each. */
  moves: string[];
  /** `-`, or the diagram the game was set up from. */
  start: string;
  cols: number;
  rows: string[];
  gravity: boolean;
  turn: Side;
  ply: number;
  legal: string[];
  /** Where the stone of each legal move would come to rest. */
  landing: Record<string, Cell>;
  outcome: Outcome;
  line: Cell[];
  forbidden: Cell[];
  jugada?: number;
  bombs?: Cell[];
  /** What the last move did to the board. */
  effects: Effect[];
}

export interface GameInfo {
  name: string;
  setups: string[];
  engines: string[];
  heuristics: string[];
}

export interface Catalogue {
  version: string;
  games: GameInfo[];
}

export interface PositionQuery {
  game: string;
  position: string;
  moves: string[];
}

export interface Limits {
  depth?: number;
  nodes?: number;
  time?: number;
  /** Until somebody stops it. */
  endless?: boolean;
}

export interface MoveScore {
  move: string;
  score: Score;
  line?: string[];
}

export interface Iteration {
  depth: number;
  score: Score;
  best: string | null;
  line: string[];
  nodes: number;
  nps: number;
  time_ms: number;
  moves: MoveScore[];
  /** Why, in the reader's language. */
  reason: string | null;
}

export interface MoveAnswer {
  move: string;
  view: View;
  thought: Iteration;
}

export interface Part {
  label: string;
  cells: Cell[];
  points: number;
}

export interface Evaluation {
  value: number;
  parts: Part[];
}
=======
export type Limits = LimitsRequest;
>>>>>>> 47154e9 (The page's types of requests and answers are generated from the API's description)

/** A request the backend understood and refused; its message is for people. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The backend could not be reached; trying again later may help. */
export class Unreachable extends Error {}

/** The engines of the seats; null where a person sits. */
export interface SeatEngines {
  first: string | null;
  second: string | null;
}

export interface Backend {
  /** Whether anybody answers. */
  alive(signal?: AbortSignal): Promise<void>;
  catalogue(signal?: AbortSignal): Promise<Catalogue>;
  view(query: PositionQuery, signal?: AbortSignal): Promise<View>;
  move(query: PositionQuery, engine: string, limits: Limits, signal?: AbortSignal): Promise<MoveAnswer>;
  /**
   * The position after the last of the moves, told through `onView` as soon as it is known, and the answer of
   * the engine whose turn it then is; null where a person moves next or the game is over.
   */
  turn(query: PositionQuery, seats: SeatEngines, onView: (view: View) => void, signal?: AbortSignal): Promise<MoveAnswer | null>;
  analyze(
    query: PositionQuery,
    engine: string,
    limits: Limits,
    lines: number,
    onIteration: (iteration: Iteration) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  evaluate(query: PositionQuery, heuristic: string, player: Side, signal?: AbortSignal): Promise<Evaluation>;
}
