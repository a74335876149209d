/// The window on a number line: what MAX and MIN already have, and what the children returned.

export interface Tick {
  x: number;
  move: string;
  value: number;
  best: boolean;
}

export interface ScalePicture {
  alpha: number;
  beta: number;
  /** Whether alpha and beta meet: then nothing between them is left to find. */
  closed: boolean;
  ticks: Tick[];
  held: number | null;
}

export const SCALE_WIDTH = 400;
const EDGE = 26;

/** Places on the line from 0 to `SCALE_WIDTH`; an infinite bound stands at its edge. */
export function scale(
  alpha: number | null,
  beta: number | null,
  returned: readonly { move: string; value: number }[],
  held: number | null,
  best: string | null,
): ScalePicture {
  const finite = [alpha, beta, held, ...returned.map((child) => child.value)].filter(
    (value): value is number => value !== null && Number.isFinite(value),
  );
  const low = Math.min(...finite, finite.length > 0 ? Infinity : 0);
  const high = Math.max(...finite, finite.length > 0 ? -Infinity : 0);
  const span = high - low || 1;
  const inner = SCALE_WIDTH - 2 * EDGE - 40;
  const middle = high === low ? 0.5 : 0;
  const place = (value: number) => EDGE + 20 + ((value - low) / span + middle) * inner;
  return {
    alpha: alpha === null ? 0 : place(alpha),
    beta: beta === null ? SCALE_WIDTH : place(beta),
    closed: alpha !== null && beta !== null && alpha >= beta,
    ticks: returned.map(({ move, value }) => ({ x: place(value), move, value, best: move === best })),
    held: held === null ? null : place(held),
  };
}
