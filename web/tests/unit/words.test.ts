/// Every sentence of the page exists in the three languages, and every key in the sources exists.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const languages = ['en', 'pt-BR', 'es'].map((tag) => ({
  tag,
  words: JSON.parse(readFileSync(join(root, '..', 'locales', `${tag}.json`), 'utf8')) as Record<string, string>,
}));
const english = languages[0]!.words;

const sources = readdirSync(join(root, 'src'), { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && /\.(svelte|ts)$/.test(entry.name))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  .join('\n');

/** Keys written out, and the beginnings of keys that are put together. */
const written = [...sources.matchAll(/['"`](page\.[\w.-]+)['"`]/g)].map((match) => match[1]!);
const beginnings = [...sources.matchAll(/`((?:page|level)\.[\w.-]*)\$\{/g)].map((match) => match[1]!);

describe('the dictionaries', () => {
  it('have the same keys and placeholders', () => {
    const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const { tag, words } of languages) {
      const page = (all: Record<string, string>) => Object.keys(all).filter((key) => key.startsWith('page.')).sort();
      expect(page(words), tag).toEqual(page(english));
      for (const key of page(words)) expect(holes(words[key]!), `${key} in ${tag}`).toEqual(holes(english[key]!));
    }
  });

  it('hold every key the sources use', () => {
    expect(written.length).toBeGreaterThan(100);
    expect(written.filter((key) => !(key in english))).toEqual([]);
    const keys = Object.keys(english);
    expect(beginnings.filter((start) => !keys.some((key) => key.startsWith(start)))).toEqual([]);
  });

  it('hold no key that nothing uses', () => {
    const used = new Set(written);
    const unused = Object.keys(english).filter(
      (key) => key.startsWith('page.') && !used.has(key) && !used.has(key.replace(/\.(one|you)$/, '')) && !beginnings.some((start) => key.startsWith(start)),
    );
    expect(unused).toEqual([]);
  });
});
