/// The words the page and its backend share: those of the wire, and the backend itself. The page
/// knows no rules: everything about legality, results and falling stones arrives in a `View`.
import type { AnalyzeEnd, Catalogue, Evaluation, Iteration, LimitsRequest, MoveAnswer, PositionRequest, SeatEngines, Side, ThreatsAnswer, View } from './wire';
import type * as wire from './wire';

export type {
  AnalyzeEnd,
  Catalogue,
  Effect,
  Escape,
  Evaluation,
  Forced,
  GameInfo,
  Iteration,
  Mark,
  MoveAnswer,
  MoveScore,
  Part,
  Score,
  SeatEngines,
  Side,
  ThreatsAnswer,
  View,
} from './wire';

/** A cell as text: letter = column from the left, number = row from the bottom. */
export type Cell = string;

export type Outcome = wire.Outcome | null;

export type PositionQuery = Required<Omit<PositionRequest, 'lang'>>;

export type Limits = LimitsRequest;

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

export interface AnalysisEvents {
  iteration(iteration: Iteration): void;
  /** The position itself, before anything is known about it; asked for only where somebody listens. */
  view?(view: View): void;
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
  /** The last iteration is the last word. */
  analyze(
    query: PositionQuery,
    engine: string,
    limits: Limits,
    lines: number,
    hear: AnalysisEvents,
    signal?: AbortSignal,
  ): Promise<AnalyzeEnd>;
  /** What threats decide, and the last move of the game that still held. */
  threats(query: PositionQuery, limits: Limits, signal?: AbortSignal): Promise<ThreatsAnswer>;
  evaluate(query: PositionQuery, heuristic: string, player: Side, signal?: AbortSignal): Promise<Evaluation>;
}
