// Browser tests against a real server in a real Chromium.
//   ALINEA_BIN  the program to test          CHROME  the browser (default: the system's)
//   ONLY        part of a test's name        screenshots are kept in test-results/
//   TIMES       how often each test is run, to find tests that fail now and then
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { Desk } from './browser/desk.mjs';
import { AGAIN, keepSite } from './browser/without-server.mjs';

const here = import.meta.dirname;
const MOST_TRIED_AGAIN = 5;
/** What a page is asked may never be answered: a test that takes this long has failed. */
const LONGEST_MS = 180_000;
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
/** Two tests run side by side, each with a server and a browser of its own: they wait more than they compute. */
const lanes = await Promise.all(
  [1, 2].map(async () => {
    const browser = await chromium.launch({ executablePath: chrome, args: FLAGS });
    browser.executable = chrome;
    return { browser, ...(await startServer(program)) };
  }),
);
const tests = [];
const files = readdirSync(join(here, 'browser')).filter((name) => name.endsWith('.spec.mjs'));
for (const file of files.sort()) {
  const { default: define } = await import(`./browser/${file}`);
  define((name, run, options = {}) => tests.push({ name, run, options }));
}

for (const name of AGAIN) {
  const test = tests.find((one) => one.name === name);
  if (!test) throw new Error(`tests/browser/without-server.mjs names '${name}', which is no test`);
  const errors = /ERR_INTERNET_DISCONNECTED|Failed to load resource/;
  tests.push({ name: `without a server: ${name}`, run: test.run, options: { ...test.options, errors, kept: true } });
}
/** The site kept without a network, or why it could not be; tests of it share a window's storage, so one runs at a time. */
let site = null;

/** Fails where something does not end. */
async function withinLimit(work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end after ${LONGEST_MS / 1000} s`)), LONGEST_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Runs one test in a window of its own; what was wrong, or nothing. */
async function attempt({ name, run, options }, { browser, address }) {
  let desk = null;
  try {
    const kept = options.kept ? await (site ??= keepSite(browser, program)) : null;
    desk = new Desk({ browser, address, shots, name, options, serve, kept });
    await withinLimit(run(desk));
    await desk.expectNoErrors();
    return null;
  } catch (error) {
    await withinLimit(desk?.keep('failed')).catch(() => undefined);
    return String(error.stack ?? error).split('\n').slice(0, 12).join('\n      ');
  } finally {
    // A page that does not answer must not keep the others waiting.
    await withinLimit(desk?.close()).catch(() => undefined);
  }
}

const named = tests.filter(({ name }) => name.includes(process.env.ONLY ?? ''));
const chosen = Array.from({ length: Number(process.env.TIMES ?? 1) }, () => named).flat();
const suspects = [];
const served = chosen.filter(({ options }) => !options.kept);
const kept = chosen.filter(({ options }) => options.kept);

/** Runs tests in one lane until none is left. */
async function runAll(lane, next) {
  for (let test = next(); test; test = next()) {
    const wrong = await attempt(test, lane);
    console.log(wrong === null ? `ok    ${test.name}` : `FAIL  ${test.name}\n      ${wrong}`);
    if (wrong !== null) suspects.push(test);
  }
}

await Promise.all([runAll(lanes[0], () => served.shift()), runAll(lanes[1], () => kept.shift() ?? served.shift())]);

// A machine that is busy with other things can make a test miss its moment. Whatever failed is tried once
// more at the end; a second failure counts, and a test that needed a second try is named.
const failing = [];
const unsteady = [];
for (const test of suspects) {
  // Many failures are no accident.
  const wrong = suspects.length > MOST_TRIED_AGAIN ? 'not tried again: too many tests failed' : await attempt(test, lanes[1]);
  (wrong === null ? unsteady : failing).push(test.name);
  console.log(wrong === null ? `unsteady: passed at the second try: ${test.name}` : `FAIL again  ${test.name}\n      ${wrong}`);
}
// The servers must leave in an orderly way when asked to.
for (const { browser, server } of lanes) {
  await browser.close();
  server.kill('SIGTERM');
  const code = await new Promise((resolve) => (server.exitCode === null ? server.once('exit', resolve) : resolve(server.exitCode)));
  if (code !== 0) failing.push(`a server ended with ${code}`);
}
for (const name of unsteady) console.log(`unsteady: ${name}`);
for (const name of failing) console.log(`failed: ${name}`);
console.log(
  failing.length > 0
    ? `${failing.length} browser tests failed`
    : unsteady.length > 0
      ? `all ${chosen.length} browser tests passed, ${unsteady.length} of them only at the second try`
      : `all ${chosen.length} browser tests passed`,
);
process.exit(failing.length === 0 ? 0 : 1);
