/// The workers of the page: few, made when they are needed, each answering one question at a time.
import { Refusal, Unreachable } from '../types';
import type { ServerEvent } from '../sse';
import { forgetWeights, load, loadWeights, weightsFor, type ModuleName } from './modules';
import type { FromWorker, ToWorker } from './worker';

/** An endless analysis, a move, and two more questions; the next one waits. */
const MOST = 4;

class Seat {
  readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  /** Shared memory is only there where the page is isolated from other sites. */
  readonly flag = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
  busy = false;
  /** The weights it was given. */
  readonly given = new Set<string>();
  private hear: (piece: FromWorker) => void = () => undefined;

  constructor(
    readonly name: ModuleName,
    module: WebAssembly.Module,
  ) {
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    this.worker.onerror = (event) => this.hear({ name: 'broken', data: event.message });
    this.send({ module, flag: this.flag });
  }

  send(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  ask(route: string, body: string, hear: (piece: FromWorker) => void): void {
    if (this.flag) Atomics.store(this.flag, 0, 0);
    this.hear = hear;
    this.send({ route, body });
  }
}

const seats: Seat[] = [];
let waiting: (() => void)[] = [];
/** Heuristic files of the reader, for workers that are still to come. */
const files = new Map<string, string>();

function leave(seat: Seat): void {
  seat.worker.terminate();
  seats.splice(seats.indexOf(seat), 1);
}

function add(name: ModuleName, module: WebAssembly.Module): Seat {
  const seat = new Seat(name, module);
  if (name === 'study') for (const [file, text] of files) seat.send({ file, text });
  seats.push(seat);
  return seat;
}

function free(seat: Seat): void {
  seat.busy = false;
  const next = waiting;
  waiting = [];
  for (const wake of next) wake();
}

async function take(name: ModuleName, weights: string | null, signal?: AbortSignal): Promise<Seat> {
  const [module, bytes] = await Promise.all([load(name), weights === null ? null : loadWeights(weights)]);
  for (;;) {
    signal?.throwIfAborted();
    let seat = seats.find((one) => one.name === name && !one.busy);
    const spare = seats.find((one) => !one.busy);
    if (!seat && seats.length >= MOST && spare) leave(spare);
    if (!seat && seats.length < MOST) seat = add(name, module);
    if (seat) {
      seat.busy = true;
      if (weights !== null && bytes !== null && !seat.given.has(weights)) {
        seat.given.add(weights);
        seat.send({ weights: bytes });
      }
      return seat;
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
}

/** Ends a search: by the shared flag, or by leaving its worker, whose place another one takes at once. */
function stop(seat: Seat): void {
  if (seat.flag) {
    Atomics.store(seat.flag, 0, 1);
    return;
  }
  leave(seat);
  void load(seat.name).then((module) => {
    if (seats.length < MOST && !seats.some((one) => one.name === seat.name && !one.busy)) add(seat.name, module);
    free(seat);
  });
}

/** Opens a heuristic file of the reader, or takes it away if its text is empty. */
export function setFile(name: string, text: string): void {
  if (text) files.set(name, text);
  else files.delete(name);
  for (const seat of seats.filter((one) => one.name === 'study')) seat.send({ file: name, text });
}

export const openedFiles = (): string[] => [...files.keys()];

/** The pieces of an answer as they come; a refusal is thrown. */
export async function* ask(name: ModuleName, route: string, body: unknown, signal?: AbortSignal): AsyncGenerator<ServerEvent> {
  const weights = weightsFor(body);
  const seat = await take(name, weights, signal);
  const pieces: FromWorker[] = [];
  let wake: () => void = () => undefined;
  let ended = false;
  const onabort = () => {
    if (!ended) stop(seat);
    wake();
  };
  seat.ask(route, body === undefined ? '' : JSON.stringify(body), (piece) => {
    pieces.push(piece);
    if (piece.name === 'end' || piece.name === 'error' || piece.name === 'broken') {
      ended = true;
      signal?.removeEventListener('abort', onabort);
      if (piece.name === 'broken') {
        leave(seat);
        if (weights !== null) forgetWeights(weights);
      }
      free(seat);
    }
    wake();
  });
  signal?.addEventListener('abort', onabort);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const piece = pieces.shift();
      if (!piece) {
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      if (piece.name === 'end') return;
      if (piece.name === 'broken') throw new Unreachable(piece.data);
      if (piece.name === 'error') {
        const { status, body: said } = JSON.parse(piece.data) as { status: number; body: { error: { message: string } } };
        throw new Refusal(status, said.error.message);
      }
      yield piece;
    }
  } finally {
    // Whoever leaves before the end wants no more of it.
    if (!ended && !signal?.aborted) stop(seat);
  }
}
