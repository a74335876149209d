/// The API answered in this browser: the same questions and pieces of answers as over HTTP.
import { computing } from '../../state/computing.svelte';
import type { ServerEvent } from '../sse';
import { Unreachable, type Catalogue } from '../types';
import { catalogueFile, moduleFor, type ModuleName } from './modules';
import { ask, openedFiles } from './pool';

const PREFIX = '/api/v1/';

/** Whether a question names a file that only this browser has. */
function namesFile(body: unknown): boolean {
  const files = openedFiles();
  if (files.length === 0 || body === undefined) return false;
  const text = JSON.stringify(body);
  return files.some((file) => text.includes(file));
}

/** Whether this browser answers, rather than the server. */
export function answers(body: unknown): boolean {
  return computing.place === 'browser' || namesFile(body);
}

function chosen(route: string, body: unknown): ModuleName {
  return namesFile(body) || (route === 'games' && openedFiles().length > 0) ? 'study' : moduleFor(route, body);
}

export async function json<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const route = path.slice(PREFIX.length);
  if (route === 'games' && openedFiles().length === 0) return JSON.parse(await catalogueFile()) as T;
  // Heard to its end: who leaves earlier ends the worker.
  let found: T | undefined;
  for await (const { data } of ask(chosen(route, body), route, body, signal)) found = JSON.parse(data) as T;
  if (found === undefined) throw new Unreachable('no answer');
  return found;
}

export async function* events(path: string, body: unknown, signal?: AbortSignal): AsyncGenerator<ServerEvent> {
  const route = path.slice(PREFIX.length);
  yield* ask(chosen(route, body), route, body, signal);
}

/** The list of games with the files that the reader opened, if there are any. */
export async function openedHere(): Promise<Catalogue | null> {
  return openedFiles().length === 0 ? null : json<Catalogue>(`${PREFIX}games`, undefined);
}
