/// The three WebAssembly modules: which one answers a question, and how they are loaded when one is asked.
import { BASE, MODULE_FILES } from '../../state/base';
import { Unreachable } from '../types';

/** `first` plays Connect Four, `games` every game, `study` knows all the rest too. */
export type ModuleName = 'first' | 'games' | 'study';

/** Only the largest module holds the grader, the proven strategies and the files of the reader. */
const STUDIED = ['bug', 'strategy', 'lines', 'puzzles', 'try', 'lessons'];

/** Two vector instructions in a module: a browser that refuses it has no 128-bit vectors. */
const VECTORS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Whether this browser can compute at all. */
export function canCompute(): boolean {
  const able = typeof WebAssembly === 'object' && typeof Worker === 'function' && typeof DecompressionStream === 'function';
  return able && 'games' in MODULE_FILES;
}

function hasVectors(): boolean {
  try {
    return WebAssembly.validate(VECTORS);
  } catch {
    return false;
  }
}

export function moduleFor(route: string, body: unknown): ModuleName {
  if (STUDIED.includes(route)) return 'study';
  const game = (body as { game?: unknown } | undefined)?.game;
  const isFirst = typeof game === 'string' && /^connect4(:|$)/.test(game);
  return isFirst && hasVectors() ? 'first' : 'games';
}

const loading = new Map<ModuleName, Promise<WebAssembly.Module>>();

/** The compiled module; a file that did not arrive whole is asked for once more, past every cache. */
export function load(name: ModuleName): Promise<WebAssembly.Module> {
  let found = loading.get(name);
  if (!found) {
    const path = BASE + MODULE_FILES[name];
    found = compile(path).catch(() => compile(`${path}?again=${Date.now()}`));
    found.catch(() => loading.delete(name));
    loading.set(name, found);
  }
  return found;
}

/** Some hosts say of every file that ends with .gz that it is packed on its way; then the browser has unpacked it. */
async function unpacked(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const [first, second] = new Uint8Array(bytes);
  if (first !== 0x1f || second !== 0x8b) return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

async function compile(path: string): Promise<WebAssembly.Module> {
  try {
    const response = await fetch(path);
    if (!response.ok) throw new Error(response.statusText);
    return await WebAssembly.compile(await unpacked(await response.arrayBuffer()));
  } catch (error) {
    throw new Unreachable(String(error));
  }
}

/** The list of games, which needs no module. */
export async function catalogueFile(): Promise<string> {
  try {
    const response = await fetch(BASE + MODULE_FILES.catalogue);
    if (!response.ok) throw new Error(response.statusText);
    return await response.text();
  } catch (error) {
    throw new Unreachable(String(error));
  }
}
