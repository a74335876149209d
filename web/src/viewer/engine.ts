/// The textbook engine as a form: every option of the lecture's search.
import { gameName } from '../board/frame';
import { engine, engineText, parseEngine } from '../state/enginespec';

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
  const unless = <T>(value: T, usual: T) => (value === usual ? undefined : value);
  return engineText(
    engine('textbook', {
      heuristic,
      depth,
      algorithm: unless(algorithm, FIRST.algorithm),
      order: unless(order, FIRST.order),
      cut: unless(cut, FIRST.cut),
      near: unless(near, FIRST.near),
    }),
  );
}

/** The form for an engine text; what it does not say is as the engine has it. Null if it is no textbook. */
export function parseLecture(text: string): Lecture | null {
  const { name, settings: given } = parseEngine(text);
  if (name !== 'textbook') return null;
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
