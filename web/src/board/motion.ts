/// Animates what a move did, from its effects alone; skipped where motion is unwelcome.
import type { Effect, View } from '../backend/types';
import { parseCell } from './cells';
import { centre, type Frame } from './frame';

const FALL_MS = 260;
const FLASH_MS = 240;
const FALL_EASE = 'cubic-bezier(0.5, 0.05, 0.85, 0.6)';

export function wantsMotion(choice: 'system' | 'less'): boolean {
  return choice === 'system' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function find(root: Element, cell: string): Element | null {
  return root.querySelector(`[data-cell="${cell}"]`);
}

/** Plays the effects over the stones already drawn in their new places; resolves when all is still. */
export async function play(
  root: Element,
  view: View,
  frame: Frame,
  flash: (cells: string[]) => Element[],
): Promise<void> {
  const moves: Animation[] = [];
  const removed = view.effects.flatMap((effect) => ('removed' in effect ? [effect.removed] : []));
  const delay = removed.length > 0 ? FLASH_MS : 0;
  for (const spark of flash(removed)) {
    moves.push(
      spark.animate([{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0 }], { duration: FLASH_MS * 1.4, fill: 'both' }),
    );
  }
  for (const effect of view.effects) moves.push(...animate(root, effect, frame, delay));
  await Promise.allSettled(moves.map((move) => move.finished));
}

function animate(root: Element, effect: Effect, frame: Frame, delay: number): Animation[] {
  if ('removed' in effect) return [];
  const placed = 'placed' in effect;
  const cell = placed ? effect.placed : effect.to;
  const element = find(root, cell);
  if (!element) return [];
  const to = centre(frame, parseCell(cell));
  if (placed && frame.skin !== 'discs') {
    return [element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120 })];
  }
  const fromY = placed ? frame.top - frame.cell / 2 : centre(frame, parseCell(effect.fell)).y;
  const distance = to.y - fromY;
  const duration = FALL_MS * Math.sqrt(Math.max(distance, frame.cell) / (frame.rows * frame.cell)) + 60;
  return [
    element.animate([{ transform: `translateY(${-distance}px)` }, { transform: 'none' }], {
      duration,
      delay,
      easing: FALL_EASE,
      fill: 'backwards',
    }),
  ];
}
