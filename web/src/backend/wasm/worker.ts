/// A Web Worker with one module: questions in, pieces of answers out. It knows nothing of games.

/** What the page sends: the module first, then weights, files and questions. */
export type ToWorker =
  | { module: WebAssembly.Module; flag: Int32Array | null }
  | { weights: ArrayBuffer }
  | { file: string; text: string }
  | { route: string; body: string };

/** A piece of an answer; `end`, `error` or `broken` is the last one. */
export interface FromWorker {
  name: string;
  data: string;
}

interface Exports {
  memory: WebAssembly.Memory;
  start(): void;
  room(length: number): number;
  ask(): void;
  weights?(): number;
  file?(): void;
}

let exports: Exports;
let flag: Int32Array | null = null;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const text = (at: number, length: number) => decoder.decode(new Uint8Array(exports.memory.buffer, at, length));

function send(piece: FromWorker): void {
  postMessage(piece);
}

const host = {
  now: () => performance.now(),
  stopped: () => (flag === null ? 0 : Atomics.load(flag, 0)),
  tell: (name: number, nameLength: number, json: number, jsonLength: number) =>
    send({ name: text(name, nameLength), data: text(json, jsonLength) }),
};

const lines = (first: string, rest: string) => encoder.encode(`${first}\n${rest}`);

function put(bytes: Uint8Array): void {
  const at = exports.room(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  try {
    if ('module' in data) {
      exports = new WebAssembly.Instance(data.module, { alinea: host }).exports as unknown as Exports;
      flag = data.flag;
      exports.start();
    } else if ('weights' in data) {
      put(new Uint8Array(data.weights));
      // Half a file, or one of another version: no weaker engine plays in its place unasked.
      if (exports.weights?.() === 0) throw new Error('weights refused');
    } else if ('file' in data) {
      put(lines(data.file, data.text));
      exports.file?.();
    } else {
      put(lines(data.route, data.body));
      exports.ask();
    }
  } catch (error) {
    // A module that trapped cannot be trusted any more.
    send({ name: 'broken', data: String(error) });
  }
});
