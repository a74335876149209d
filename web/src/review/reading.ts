/// A text somebody pasted or dropped: the games in it, or a sentence saying what is wrong and where.
import { Refusal } from '../backend/types';
import type { RecordRow } from '../backend/wire';
import { number } from '../board/words';
import { say } from '../i18n/index.svelte';
import { records } from './backend';

/** What the backend reads at most. */
const MOST_BYTES = 65_536;

function refuseLarge(bytes: number): void {
  if (bytes <= MOST_BYTES) return;
  throw new Refusal(413, say('page.file.large', { size: number(Math.ceil(bytes / 1024)), most: number(MOST_BYTES / 1024) }));
}

/** The games of a text. A drawn board is a position without moves. */
export async function gamesOf(text: string, game: string): Promise<RecordRow[]> {
  const trimmed = text.trim();
  refuseLarge(new TextEncoder().encode(trimmed).length);
  if (trimmed === '' || trimmed === '-' || trimmed.startsWith('diagram:')) {
    return [{ game, position: trimmed || '-', moves: [], first: null, second: null }];
  }
  try {
    return (await records().read(trimmed, game)).games;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // It may be a game of another kind; if it is none at all, the first refusal is the one about what is on the board.
    const { games } = await records().read(trimmed, null).catch(() => Promise.reject(error));
    return games;
  }
}

/** The games of a file; one that is too large is not even read. */
export async function gamesOfFile(file: File, game: string): Promise<RecordRow[]> {
  refuseLarge(file.size);
  return gamesOf(await file.text(), game);
}
