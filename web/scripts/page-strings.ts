/// A build step: of the shared dictionaries the page carries only its own sentences
/// and the names of the levels.
import type { Plugin } from 'vite';

export function pageStrings(): Plugin {
  return {
    name: 'page-strings',
    enforce: 'pre',
    transform(code, id) {
      if (!/locales\/[\w-]+\.json$/.test(id)) return null;
      const all = JSON.parse(code) as Record<string, string>;
      const own = Object.entries(all).filter(([key]) => /^(page|level)\./.test(key));
      return JSON.stringify(Object.fromEntries(own));
    },
  };
}
