/// The one backend of the page.
import { HttpBackend } from '../backend/http';
import { language } from '../i18n/index.svelte';
import type { Backend } from '../backend/types';

let chosen: Backend = new HttpBackend(language);

export function backend(): Backend {
  return chosen;
}

/** Tests bring their own. */
export function useBackend(other: Backend): void {
  chosen = other;
}
