/// What a page opens with: the address, else the game kept in this browser, else a fresh one.
import { Refusal } from '../backend/types';
import { say } from '../i18n/index.svelte';
import { notices } from './notices.svelte';
import { play, type Play } from './play.svelte';
import { movesText, readAddress, route, type Address } from './route.svelte';
import type { Saved } from './running';
import type { Study } from './study.svelte';
import { movesTo, type Tree } from './tree';

/** The server splits a text of moves; the page only hands it on. */
function positionOf(address: Address): { start: string; moves: string[] } {
  if (address.start !== '-') return { start: address.start, moves: address.moves.split('.').filter(Boolean) };
  return { start: address.moves || '-', moves: [] };
}

function broken(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
  notices.show(say('page.address.broken', { why: error.message }), 'bad');
}

export async function openFromAddress(game: Play): Promise<void> {
  // Whoever plays on from a study brings a game along.
  if (game.table.isOpening) return;
  const address = readAddress(location.search);
  const saved = game.saved();
  // Nothing is awaited before this: a fresh board is complete in the first paint.
  const otherwise = () => (saved ? game.resume(saved) : game.begin({ game: 'connect4', seats: game.seats, strict: false }));
  if (!address || (saved && isAt(saved, address))) return otherwise();
  // The last game waits in storage: a board that is about to go must take no move.
  if (saved) game.strict = saved.strict;
  try {
    const { start, moves } = positionOf(address);
    await game.openAt(address.game, start, moves, saved?.seats);
  } catch (error) {
    broken(error);
    await otherwise();
  }
}

function isAt({ game, start, tree, at }: Saved, address: Address): boolean {
  return game === address.game && start === address.start && movesText(start, movesTo(tree as Tree, at)) === address.moves;
}

export async function openStudy(study: Study): Promise<void> {
  const address = readAddress(location.search);
  if (address) {
    try {
      const { start, moves } = positionOf(address);
      await study.open(address.game, start, moves, address.ply);
      return;
    } catch (error) {
      broken(error);
      await study.open('connect4');
      return;
    }
  }
  if (await study.resume()) return;
  // Whoever comes from a game wants to look at that game.
  const { game, start, moves } = play.table;
  await study.open(game, start, moves);
}

/** The game being played, as an address for the other pages; none where a teacher wants no help, or nothing was played. */
export function playedAddress(game: Play = play): Address | null {
  const { game: name, start, moves } = game.table;
  if ((moves.length === 0 && start === '-') || (game.strict && !game.over)) return null;
  return { game: name, start, moves: movesText(start, moves), ply: null };
}

/** The game of the page that is shown. */
export function shownGame(): string {
  if (route.page === 'unbeatable') return 'connect4';
  return route.page === 'play' ? play.table.game : route.game || play.table.game;
}
