// A WebAssembly module of the site in Node, with the same border as the page's workers.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const FOLDER = join(import.meta.dirname, '..', 'wasm');

export function moduleFile(name) {
  const found = readdirSync(FOLDER).find((file) => file.startsWith(`${name}-`));
  if (!found) throw new Error(`web/wasm has no ${name}: run 'cargo xtask wasm'`);
  return join(FOLDER, found);
}

/** A module that answers questions: `ask(route, body)` gives all pieces of the answer, with the weights of the game as the page gives them. */
export function openModule(name) {
  const compiled = new WebAssembly.Module(gunzipSync(readFileSync(moduleFile(name))));
  let pieces = [];
  const text = (at, length) => Buffer.from(exports.memory.buffer, at, length).toString();
  const alinea = {
    now: () => performance.now(),
    stopped: () => 0,
    tell: (at, length, data, size) => pieces.push({ name: text(at, length), data: text(data, size) }),
  };
  const { exports } = new WebAssembly.Instance(compiled, { alinea });
  const given = new Set();
  const give = (game) => {
    const file = readdirSync(FOLDER).find((one) => one.startsWith(`net-${game}-`));
    if (!file || !exports.weights || given.has(file)) return;
    given.add(file);
    put(gunzipSync(readFileSync(join(FOLDER, file))));
    if (exports.weights() !== 1) throw new Error(`${name} refuses ${file}`);
  };
  const put = (value) => {
    const bytes = Buffer.from(value);
    const at = exports.room(bytes.length);
    Buffer.from(exports.memory.buffer, at, bytes.length).set(bytes);
  };
  exports.start();
  return {
    ask(route, body) {
      pieces = [];
      give(String(body?.game).split(':')[0]);
      put(`${route}\n${body === undefined ? '' : JSON.stringify(body)}`);
      exports.ask();
      return pieces;
    },
    open(file, content) {
      put(`${file}\n${content}`);
      exports.file();
    },
  };
}
