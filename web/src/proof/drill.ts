/// Spaced repetition: which position to ask next. Pure functions; nothing is stored here.

/** How often a position was known in a row, and when it is due. */
export interface Card {
  box: number;
  due: number;
}

export type Deck = Record<string, Card>;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** After how long a position comes back, by the times in a row it was known. */
export const WAITS = [MINUTE, 10 * MINUTE, DAY, 3 * DAY, 8 * DAY, 21 * DAY, 60 * DAY];
/** New positions are held back while so many others are being learnt. */
const LEARNING = 12;

/** The card of a position; one never asked has been due for ever. */
const card = (deck: Deck, key: string): Card => deck[key] ?? { box: 0, due: 0 };

/** The deck after an answer. */
export function answered(deck: Deck, key: string, right: boolean, now: number): Deck {
  const before = card(deck, key).box;
  const box = right ? Math.min(before + 1, WAITS.length - 1) : 0;
  return { ...deck, [key]: { box, due: now + (WAITS[box] ?? DAY) } };
}

/** The position to ask now: what is due first, then a new one in order, then what is due next. */
export function next(deck: Deck, keys: readonly string[], now: number, last: string | null = null): string | null {
  const known = keys.filter((key) => key in deck && key !== last);
  const due = known.filter((key) => card(deck, key).due <= now).sort((a, b) => card(deck, a).due - card(deck, b).due);
  if (due[0] !== undefined) return due[0];
  const learning = known.filter((key) => card(deck, key).box < 2).length;
  const fresh = keys.find((key) => !(key in deck));
  if (fresh !== undefined && learning < LEARNING) return fresh;
  const soonest = known.sort((a, b) => card(deck, a).due - card(deck, b).due)[0];
  return soonest ?? fresh ?? keys[0] ?? null;
}

export interface Standing {
  learnt: number;
  learning: number;
  fresh: number;
}

/** How far the learner is. */
export function standing(deck: Deck, keys: readonly string[]): Standing {
  const cards = keys.filter((key) => key in deck).map((key) => card(deck, key));
  const learnt = cards.filter(({ box }) => box >= 2).length;
  return { learnt, learning: cards.length - learnt, fresh: keys.length - cards.length };
}

/** A deck as it was stored, without what is no card. */
export function readDeck(stored: unknown): Deck {
  if (typeof stored !== 'object' || stored === null) return {};
  const good = Object.entries(stored as Record<string, Partial<Card> | null>).filter(
    ([, stored]) => WAITS[stored?.box ?? -1] !== undefined && Number.isFinite(stored?.due),
  );
  return Object.fromEntries(good) as Deck;
}
