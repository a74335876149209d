/// The textbook engine as a form: every option of the lecture's search.
import { gameName } from '../board/frame';

export interface Lecture {
  heuristic: string;
  depth: number;
  algorithm: 'minimax' | 'alphabeta';
  order: 'natural' | 'center' | 'center-left';
  cut: 'equal' | 'strict';
  near: 0 | 1 | 2;
}

export const MAX_DEPTH = 128;

const FIRST: Lecture = { heuristic: '', depth: 4, algorithm: 'alphabeta', order: 'natural', cut: 'equal', near: 0 };

/** A search of a size to look at. */
export function firstLecture(game: string, heuristics: readonly string[], fields: number): Lecture {
  const heuristic = heuristics[0] ?? '';
  const name = gameName(game);
  if (name === 'connect4' || name === 'boom') return { ...FIRST, heuristic };
  return fields > 30 ? { ...FIRST, heuristic, depth: 2, near: 1 } : { ...FIRST, heuristic };
}

export function lectureText({ heuristic, depth, algorithm, order, cut, near }: Lecture): string {
  const parts = [heuristic && `heuristic=${heuristic}`, `depth=${depth}`];
  if (algorithm !== FIRST.algorithm) parts.push(`algorithm=${algorithm}`);
  if (order !== FIRST.order) parts.push(`order=${order}`);
  if (cut !== FIRST.cut) parts.push(`cut=${cut}`);
  if (near !== FIRST.near) parts.push(`near=${near}`);
  return `textbook:${parts.filter(Boolean).join(',')}`;
}

/** The form for an engine text; what it does not say is as the engine has it. Null if it is no textbook. */
export function parseLecture(text: string): Lecture | null {
  const [name, options = ''] = text.split(/:(.*)/s);
  if (name !== 'textbook') return null;
  const given = new Map(options.split(',').map((option) => option.split(/=(.*)/s).slice(0, 2) as [string, string]));
  const one = <T extends string>(key: string, known: readonly T[], otherwise: T): T =>
    known.find((value) => value === given.get(key)) ?? otherwise;
  const depth = Number.parseInt(given.get('depth') ?? '', 10);
  return {
    heuristic: given.get('heuristic') ?? '',
    depth: Number.isNaN(depth) ? FIRST.depth : depth,
    algorithm: one('algorithm', ['minimax', 'alphabeta'], FIRST.algorithm),
    order: one('order', ['natural', 'center', 'center-left'], FIRST.order),
    cut: one('cut', ['equal', 'strict'], FIRST.cut),
    near: Number(one('near', ['0', '1', '2'], '0')) as Lecture['near'],
  };
}

/** Where discs fall from the top the centre is an order; elsewhere only squares near stones are a choice. */
export function offers(game: string, gravity: boolean): { order: boolean; near: boolean } {
  return { order: gameName(game) === 'connect4', near: !gravity };
}
