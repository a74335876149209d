/// Which part of the learning page is shown; the address says it, so that everything can be sent to others.
import { hereOf } from '../state/route.svelte';

export type Part = 'exercises' | 'puzzles' | 'lessons' | 'sheet';

export interface Place {
  part: Part;
  /** The puzzle or the lesson that is open. */
  id: string | null;
  /** The puzzles of a sheet. */
  ids: string[];
}

export function readPlace(search: string): Place {
  const params = new URLSearchParams(search);
  const sheet = params.get('sheet');
  if (sheet !== null) return { part: 'sheet', id: null, ids: sheet.split(',').filter(Boolean) };
  if (params.has('puzzle')) return { part: 'puzzles', id: params.get('puzzle') || null, ids: [] };
  if (params.has('lesson')) return { part: 'lessons', id: params.get('lesson') || null, ids: [] };
  return { part: 'exercises', id: null, ids: [] };
}

export function writePlace({ part, id, ids }: Place): string {
  const here = hereOf('learn');
  if (part === 'sheet') return `${here}?sheet=${ids.join(',')}`;
  if (part === 'puzzles') return `${here}?puzzle=${id ?? ''}`;
  return part === 'lessons' ? `${here}?lesson=${id ?? ''}` : here;
}

class LearnPlace {
  now: Place = $state.raw(readPlace(location.search));

  constructor() {
    addEventListener('popstate', () => this.read());
  }

  read(): void {
    this.now = readPlace(location.search);
  }

  go(next: Partial<Place> & { part: Part }): void {
    const place = { id: null, ids: [], ...next };
    history.pushState(null, '', writePlace(place));
    this.now = place;
    scrollTo(0, 0);
  }
}

export const place = new LearnPlace();
