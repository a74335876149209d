/// The WebAssembly modules and the weights of engines: which ones a question needs, and how they are loaded then.
import { BASE, MODULE_FILES } from '../../state/base';
import { Unreachable } from '../types';

/** `first` plays Connect Four, `games` every game, `plain` too but needs no vectors, `study` knows all the rest. */
export type ModuleName = 'first' | 'games' | 'plain' | 'study';

/** Only the largest module holds the grader, the proven strategies and the files of the reader. */
const STUDIED = ['bug', 'strategy', 'lines', 'puzzles', 'try', 'lessons'];

/** Two vector instructions in a module: a browser that refuses it has no 128-bit vectors. */
const VECTORS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** A module with nothing in it: the policy of a host or of a browser may refuse even that. */
const EMPTY = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

let compiles: boolean | undefined;

function canCompile(): boolean {
  try {
    return new WebAssembly.Module(EMPTY) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}

/** Whether this browser can compute at all. */
export function canCompute(): boolean {
  compiles ??= canCompile();
  return compiles && typeof Worker === 'function' && typeof DecompressionStream === 'function' && 'games' in MODULE_FILES;
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
  if (!hasVectors()) return 'plain';
  return isFirst ? 'first' : 'games';
}

/** The name of the weights that a question's engines judge with, where their game has some. */
export function weightsFor(body: unknown): string | null {
  const game = (body as { game?: unknown } | undefined)?.game;
  const name = typeof game === 'string' ? `net-${game.split(':')[0]}` : '';
  return name in MODULE_FILES ? name : null;
}

const modules = new Map<string, Promise<WebAssembly.Module>>();
const weights = new Map<string, Promise<ArrayBuffer>>();

/** The compiled module. */
export const load = (name: ModuleName) => loadOnce(modules, name, (bytes) => WebAssembly.compile(bytes));

/** The bytes of weights. */
export const loadWeights = (name: string) => loadOnce(weights, name, (bytes) => Promise.resolve(bytes));

/** Weights that no worker takes: the next question asks for them again. */
export function forgetWeights(name: string): void {
  weights.delete(name);
}

/** What a file holds; one that did not arrive whole is asked for once more, past every cache. */
function loadOnce<T>(loading: Map<string, Promise<T>>, name: string, read: (bytes: ArrayBuffer) => Promise<T>): Promise<T> {
  let found = loading.get(name);
  if (!found) {
    const path = BASE + MODULE_FILES[name];
    found = fetched(path, read).catch(() => fetched(`${path}?again=${Date.now()}`, read));
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

async function fetched<T>(path: string, read: (bytes: ArrayBuffer) => Promise<T>): Promise<T> {
  try {
    const response = await fetch(path);
    if (!response.ok) throw new Error(response.statusText);
    return await read(await unpacked(await response.arrayBuffer()));
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
