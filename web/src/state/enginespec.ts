/// Engines as values, and the one place of the page that reads and writes their texts: `level:3`, `textbook:heuristic=ligue4,depth=6`.

export type Key =
  | 'depth'
  | 'nodes'
  | 'time'
  | 'threads'
  | 'table'
  | 'seed'
  | 'heuristic'
  | 'algorithm'
  | 'order'
  | 'cut'
  | 'near'
  | 'repetition';

export interface EngineSpec {
  readonly name: string;
  /** The strength of a level. */
  readonly level?: number;
  /** Options in the order they were given. A key that this page does not know is kept as it is. */
  readonly settings: ReadonlyMap<string, string>;
}

/** What a form gives: nothing, or a value of its own kind. */
export type Given = Partial<Record<Key, string | number | undefined>>;

export function parseEngine(text: string): EngineSpec {
  const [name = '', options = ''] = text.split(/:(.*)/s);
  const items = options.split(',').filter(Boolean);
  const level = name === 'level' && items.length > 0 ? Number(items.shift()) : undefined;
  const settings = new Map(items.map((item) => item.split(/=(.*)/s).slice(0, 2) as [string, string]));
  return level === undefined ? { name, settings } : { name, level, settings };
}

export function engineText({ name, level, settings }: EngineSpec): string {
  const options = [...settings].map(([key, value]) => `${key}=${value}`);
  if (level !== undefined) options.unshift(String(level));
  return options.length > 0 ? `${name}:${options.join(',')}` : name;
}

/** An engine by name with these options. */
export function engine(name: string, given: Given = {}): EngineSpec {
  return withSettings({ name, settings: new Map() }, given);
}

export function levelText(level: number): string {
  return engineText({ name: 'level', level, settings: new Map() });
}

/** The same engine with other options; what is undefined is taken away. */
export function withSettings(spec: EngineSpec, given: Given): EngineSpec {
  const settings = new Map(spec.settings);
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === '') settings.delete(key);
    else settings.set(key, String(value));
  }
  return { ...spec, settings };
}

/** The same engine with the dice of one game: two games against a level differ, a reload does not. */
export function withSeed(text: string, seed: number): string {
  return engineText(withSettings(parseEngine(text), { seed }));
}
