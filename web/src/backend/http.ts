/// The backend over HTTP: JSON for answers, server-sent events for thinking. Where the server is away or not
/// wanted, the same questions go to the modules of this browser.
import { BASE } from '../state/base';
import { computing } from '../state/computing.svelte';
import { readEvents, type ServerEvent } from './sse';
import * as browser from './wasm/carrier';
import {
  Refusal,
  Unreachable,
  type AnalysisEvents,
  type AnalyzeEnd,
  type Backend,
  type Catalogue,
  type Evaluation,
  type Iteration,
  type Limits,
  type MoveAnswer,
  type PositionQuery,
  type SeatEngines,
  type Side,
  type ThreatsAnswer,
  type View,
} from './types';

async function send(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(BASE + path.slice(1), {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(String(error));
  }
  if (response.ok) return response;
  if (response.status >= 502 && response.status <= 504) throw new Unreachable(response.statusText);
  throw await refusal(response);
}

async function refusal(response: Response): Promise<Refusal> {
  try {
    const { error } = await response.json();
    return new Refusal(response.status, error.message);
  } catch {
    return new Refusal(response.status, response.statusText);
  }
}

/** Whether the server answers. */
async function isBack(): Promise<boolean> {
  try {
    await send('/api/v1/games', undefined, AbortSignal.timeout(5000));
    return true;
  } catch (error) {
    return error instanceof Refusal;
  }
}

export async function json<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  if (browser.answers(body)) return browser.json(path, body, signal);
  try {
    return await serverJson(path, body, signal);
  } catch (error) {
    if (!(error instanceof Unreachable) || !computing.takeOver(isBack)) throw error;
    return browser.json(path, body, signal);
  }
}

async function serverJson<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const response = await send(path, body, signal);
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(String(error));
  }
}

/** The pieces of an answer. A server that goes away in the middle is out of reach: the question is asked again, elsewhere. */
export async function* events(path: string, body: unknown, signal?: AbortSignal): AsyncGenerator<ServerEvent> {
  if (browser.answers(body)) return yield* browser.events(path, body, signal);
  let begun = false;
  try {
    for await (const event of serverEvents(path, body, signal)) {
      begun = true;
      yield event;
    }
  } catch (error) {
    if (!(error instanceof Unreachable) || !computing.takeOver(isBack) || begun) throw error;
    yield* browser.events(path, body, signal);
  }
}

/** Server-sent events; an `error` among them is a refusal, and a broken line is a backend out of reach. */
async function* serverEvents(path: string, body: unknown, signal?: AbortSignal): AsyncGenerator<ServerEvent> {
  const response = await send(path, body, signal);
  try {
    for await (const event of readEvents(response)) {
      if (event.name === 'error') throw new Refusal(422, JSON.parse(event.data).error.message);
      yield event;
    }
  } catch (error) {
    if (signal?.aborted || error instanceof Refusal) throw error;
    throw new Unreachable(String(error));
  }
}

export class HttpBackend implements Backend {
  constructor(
    private readonly language: () => string,
    private readonly base = '/api/v1',
  ) {}

  private at(query: PositionQuery): PositionQuery & { lang: string } {
    return { ...query, lang: this.language() };
  }

  async alive(signal?: AbortSignal): Promise<void> {
    await json(`${this.base}/games`, undefined, signal);
  }

  catalogue(signal?: AbortSignal): Promise<Catalogue> {
    return json(`${this.base}/games`, undefined, signal);
  }

  view(query: PositionQuery, signal?: AbortSignal): Promise<View> {
    return json(`${this.base}/view`, this.at(query), signal);
  }

  move(query: PositionQuery, engine: string, limits: Limits, signal?: AbortSignal): Promise<MoveAnswer> {
    return json(`${this.base}/move`, { ...this.at(query), engine, limits }, signal);
  }

  async turn(query: PositionQuery, seats: SeatEngines, onView: (view: View) => void, signal?: AbortSignal): Promise<MoveAnswer | null> {
    let answer: MoveAnswer | null = null;
    for await (const { name, data } of events(`${this.base}/turn`, { ...this.at(query), seats }, signal)) {
      if (name === 'view') onView(JSON.parse(data) as View);
      if (name === 'move') answer = JSON.parse(data) as MoveAnswer;
    }
    return answer;
  }

  async analyze(
    query: PositionQuery,
    engine: string,
    limits: Limits,
    lines: number,
    hear: AnalysisEvents,
    signal?: AbortSignal,
  ): Promise<AnalyzeEnd> {
    const asked = { ...this.at(query), engine, limits, lines, view: hear.view !== undefined };
    let end: AnalyzeEnd = { yielded: false };
    for await (const { name, data } of events(`${this.base}/analyze`, asked, signal)) {
      if (name === 'view') hear.view?.(JSON.parse(data) as View);
      if (name === 'iteration') hear.iteration(JSON.parse(data) as Iteration);
      if (name === 'done') end = JSON.parse(data) as AnalyzeEnd;
    }
    return end;
  }

  threats(query: PositionQuery, limits: Limits, signal?: AbortSignal): Promise<ThreatsAnswer> {
    return json(`${this.base}/threats`, { ...this.at(query), limits }, signal);
  }

  evaluate(query: PositionQuery, heuristic: string, player: Side, signal?: AbortSignal): Promise<Evaluation> {
    return json(`${this.base}/eval`, { ...this.at(query), heuristic, player }, signal);
  }
}
