/// Engine texts such as `textbook:heuristic=ligue4,depth=6`, taken apart and put together for the forms.

export interface EngineChoice {
  name: string;
  heuristic?: string;
  depth?: number;
  time?: number;
  /** Keys the forms do not offer; kept as they are. */
  rest?: string[];
}

export function parseSpec(spec: string): EngineChoice {
  if (spec.startsWith('level:')) return { name: spec };
  const [name = '', options = ''] = spec.split(/:(.*)/s);
  const choice: EngineChoice = { name };
  for (const option of options.split(',').filter(Boolean)) {
    const [key, value = ''] = option.split(/=(.*)/s);
    if (key === 'heuristic') choice.heuristic = value;
    else if (key === 'depth') choice.depth = Number(value);
    else if (key === 'time') choice.time = Number(value);
    else (choice.rest ??= []).push(option);
  }
  return choice;
}

export function buildSpec({ name, heuristic, depth, time, rest = [] }: EngineChoice): string {
  const options = [...rest];
  if (heuristic) options.unshift(`heuristic=${heuristic}`);
  if (depth) options.push(`depth=${depth}`);
  if (time) options.push(`time=${time}`);
  return options.length > 0 ? `${name}:${options.join(',')}` : name;
}

/** The same engine with the dice of one game: two games against a level differ, a reload does not. */
export function withSeed(spec: string, seed: number): string {
  return `${spec}${spec.includes(':') ? ',' : ':'}seed=${seed}`;
}
