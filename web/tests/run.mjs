// Browser tests against a real server in a real Chromium.
//   ALINEA_BIN  the program to test          CHROME  the browser (default: the system's)
//   ONLY        part of a test's name        screenshots are kept in test-results/
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { Desk } from './browser/desk.mjs';

const here = import.meta.dirname;
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function findChrome() {
  if (process.env.CHROME) return process.env.CHROME;
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

async function startServer(program, more = [], port = 0) {
  const server = spawn(program, ['serve', '--port', String(port), ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: server.stdout });
  const address = await new Promise((resolve, reject) => {
    lines.once('line', resolve);
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { server, address: address.trim().replace(/\/$/, '') };
}

/** Another server for one test, which stops it. */
async function serve(more, port) {
  const { server, address } = await startServer(program, more, port);
  const stop = () =>
    new Promise((resolve) => {
      server.once('exit', resolve);
      server.kill('SIGTERM');
    });
  return { address, stop };
}

const program = process.env.ALINEA_BIN;
const chrome = findChrome();
if (!program || !existsSync(program)) throw new Error('ALINEA_BIN must name the program to test');
if (!chrome) throw new Error('no Chromium was found; set CHROME to the path of one');

const shots = join(here, '..', 'test-results');
mkdirSync(shots, { recursive: true });
const { server, address } = await startServer(program);
const browser = await chromium.launch({ executablePath: chrome, args: FLAGS });
const tests = [];
const files = readdirSync(join(here, 'browser')).filter((name) => name.endsWith('.spec.mjs'));
for (const file of files.sort()) {
  const { default: define } = await import(`./browser/${file}`);
  define((name, run, options = {}) => tests.push({ name, run, options }));
}

let failed = 0;
for (const { name, run, options } of tests.filter(({ name }) => name.includes(process.env.ONLY ?? ''))) {
  const desk = new Desk({ browser, address, shots, name, options, serve });
  try {
    await run(desk);
    await desk.expectNoErrors();
    console.log(`ok    ${name}`);
  } catch (error) {
    failed += 1;
    await desk.keep('failed');
    console.log(`FAIL  ${name}\n      ${String(error.stack ?? error).split('\n').slice(0, 12).join('\n      ')}`);
  } finally {
    await desk.close();
  }
}
await browser.close();

// The server must leave in an orderly way when asked to.
server.kill('SIGTERM');
const code = await new Promise((resolve) => (server.exitCode === null ? server.once('exit', resolve) : resolve(server.exitCode)));
if (code !== 0) {
  failed += 1;
  console.log(`FAIL  the server ended with ${code}`);
}
console.log(failed === 0 ? `all ${tests.length} browser tests passed` : `${failed} browser tests failed`);
process.exit(failed === 0 ? 0 : 1);
