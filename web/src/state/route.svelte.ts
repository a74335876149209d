/// Which page is shown, and the game carried by the address.
import { BASE } from './base';

export type Page = 'play' | 'analyse' | 'heuristics' | 'think' | 'unbeatable' | 'learn';

/** The pages' addresses; each lies directly below the site's own. */
export const PATHS: Record<Page, string> = {
  play: BASE,
  analyse: `${BASE}analyse`,
  heuristics: `${BASE}heuristics`,
  think: `${BASE}think`,
  unbeatable: `${BASE}unbeatable`,
  learn: `${BASE}learn`,
};

/** The address of a page as it is written now: on a file host a page is a folder, whose address ends with a slash. */
export function hereOf(page: Page): string {
  return pageOf(location.pathname) === page ? location.pathname : PATHS[page];
}

export interface Address {
  game: string;
  start: string;
  moves: string;
  ply: number | null;
  /** The game is to be reviewed: for both sides, or for the reader's own. */
  review?: Reviewed | null;
}

export type Reviewed = 'both' | 'first' | 'second';

/** Moves in one text: as people write them from the start, with dots after a drawn board. */
export function movesText(start: string, moves: readonly string[]): string {
  return moves.join(start === '-' ? '' : '.');
}

export function pageOf(path: string): Page {
  const found = (Object.keys(PATHS) as Page[]).find((page) => page !== 'play' && path.startsWith(PATHS[page]));
  return found ?? 'play';
}

export function readAddress(search: string): Address | null {
  const params = new URLSearchParams(search);
  const game = params.get('game');
  if (!game) return null;
  const ply = Number.parseInt(params.get('ply') ?? '', 10);
  return {
    game,
    start: params.get('start') ?? '-',
    moves: params.get('moves') ?? '',
    ply: Number.isNaN(ply) ? null : ply,
    review: (['both', 'first', 'second'] as const).find((who) => who === params.get('review')) ?? null,
  };
}

export function writeAddress({ game, start, moves, ply, review = null }: Address): string {
  const parts = [`game=${game}`];
  if (start !== '-') parts.push(`start=${encodeURIComponent(start).replaceAll('%2F', '/').replaceAll('%3A', ':')}`);
  if (moves) parts.push(`moves=${moves}`);
  if (ply !== null) parts.push(`ply=${ply}`);
  if (review !== null) parts.push(`review=${review}`);
  return `?${parts.join('&').replaceAll('+', '%2B')}`;
}

class Route {
  page: Page = $state(pageOf(location.pathname));
  /** The game of the page that is shown, for the head and the title. */
  game = $state(readAddress(location.search)?.game ?? '');

  constructor() {
    addEventListener('popstate', () => (this.page = pageOf(location.pathname)));
  }

  go(page: Page, address: Address | null = null): void {
    if (page === this.page) return;
    history.pushState(null, '', PATHS[page] + (address ? writeAddress(address) : ''));
    this.page = page;
  }

  /** Keeps the address equal to what is shown, without filling the browser's history. */
  reflect(page: Page, address: Address): void {
    if (page !== this.page) return;
    this.game = address.game;
    const next = hereOf(page) + writeAddress(address);
    if (next !== location.pathname + location.search) history.replaceState(null, '', next);
  }
}

export const route = new Route();
