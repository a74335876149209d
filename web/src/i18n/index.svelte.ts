/// The three dictionaries. They are shared with the program: flat keys, `{name}` for arguments.

export const LANGUAGES = ['en', 'pt-BR', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', 'pt-BR': 'Português', es: 'Español' };

type Dictionary = Record<string, string>;

const loaders: Record<Language, () => Promise<{ default: Dictionary }>> = {
  en: () => import('../../../locales/en.json'),
  'pt-BR': () => import('../../../locales/pt-BR.json'),
  es: () => import('../../../locales/es.json'),
};

let dictionary: Dictionary = $state.raw({});
let current: Language = $state('en');

export function language(): Language {
  return current;
}

/** The reader's language among ours: the first of the browser's wishes that we speak. */
export function wished(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const found = LANGUAGES.find((ours) => ours.slice(0, 2) === wish.slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return 'en';
}

export async function speak(next: Language): Promise<void> {
  dictionary = (await loaders[next]()).default;
  current = next;
  document.documentElement.lang = next;
}

export function fill(text: string, args: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => args[name] ?? whole);
}

export function has(key: string): boolean {
  return key in dictionary;
}

export function say(key: string, args: Record<string, string> = {}): string {
  return fill(dictionary[key] ?? key, args);
}
