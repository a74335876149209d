// Measures, never asserts: how soon a search in the browser hears stop, and how long the levels of every game think
// there. ALINEA_BIN names the program, CHROME the browser.
//   node tests/worker-speed.mjs [STOPS]
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { spyOnWorkers, thinkWithoutEnd } from './browser/worker-spy.mjs';

const LEVELS = 10;
const POSITIONS = { connect4: [[], ['4', '4', '5']], boom: [[], ['4', '4', '5']], mnk: [[], ['b2']] };
const OTHERS = [['h8'], ['h8', 'i9', 'g7', 'j10', 'i8']];

const server = spawn(process.env.ALINEA_BIN, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const address = (await new Promise((resolve) => createInterface({ input: server.stdout }).once('line', resolve))).trim().replace(/\/$/, '');
const browser = await chromium.launch({ executablePath: process.env.CHROME ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const context = await browser.newContext({ locale: 'en-US', serviceWorkers: 'block' });
const page = await context.newPage();
page.setDefaultTimeout(120_000);
await page.addInitScript(spyOnWorkers);
await page.goto(address);
await page.evaluate(() => localStorage.setItem('alinea.settings', JSON.stringify({ compute: 'browser' })));

const sorted = (values) => values.toSorted((a, b) => a - b);
const told = (values) => `median ${sorted(values)[values.length >> 1].toFixed(1)} ms, longest ${Math.max(...values).toFixed(1)} ms`;

/** From the moment the flag is raised to the worker's last word. */
async function stops(game, moves, count) {
  const times = [];
  for (let i = 0; i < count; i++) {
    await page.goto(`${address}/analyse?game=${game}&moves=${moves}`);
    if (await page.getByRole('button', { name: 'Analyse', exact: true }).isVisible()) await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await thinkWithoutEnd(page);
    await page.getByRole('button', { name: 'Stop' }).click();
    const found = await page.waitForFunction(() => {
      const log = globalThis.workerLog;
      const stop = log.findLast(({ what }) => what === 'stop');
      const end = stop && log.find(({ what, worker, at }) => what === 'end' && worker === stop.worker && at >= stop.at);
      return end && { time: end.at - stop.at };
    });
    times.push((await found.jsonValue()).time);
  }
  return times;
}

/** From the question to the answer, in a worker of the page. */
function level(game, moves, number) {
  return page.evaluate(
    async ([name, played, strength]) => {
      const files = JSON.parse(document.getElementById('modules').textContent);
      const file = name === 'connect4' ? files.first : files.games;
      globalThis.compiled ??= {};
      globalThis.compiled[file] ??= await fetch(`/${file}`)
        .then((response) => new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer())
        .then((bytes) => WebAssembly.compile(bytes));
      const worker = new Worker(globalThis.workerAddress, { type: 'module' });
      worker.postMessage({ module: globalThis.compiled[file], flag: null });
      const net = files[`net-${name.split(':')[0]}`];
      if (net) {
        const packed = await fetch(`/${net}`);
        worker.postMessage({ weights: await new Response(packed.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer() });
      }
      const ask = (route, body) =>
        new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => {
            if (data.name === 'end') resolve();
            if (data.name === 'error' || data.name === 'broken') reject(new Error(data.data));
          };
          worker.postMessage({ route, body: JSON.stringify(body) });
        });
      // The worker is there before the clock starts, as in a game.
      await ask('view', { game: name, position: '-', moves: played });
      const start = performance.now();
      await ask('move', { game: name, position: '-', moves: played, engine: `level:${strength},seed=7` });
      const time = performance.now() - start;
      worker.terminate();
      return time;
    },
    [game, moves, number],
  );
}

const count = Number(process.argv[2] ?? 10);
for (const [game, moves] of [['gomoku', 'h8i9'], ['boom', '445'], ['connect4:9x7', '55']]) {
  console.log(`stop, ${game}: ${told(await stops(game, moves, count))} (${count} stops)`);
}
const { games } = await fetch(`${address}/api/v1/games`).then((response) => response.json());
for (const { name } of games) {
  const times = [];
  for (let number = 1; number <= LEVELS; number++) for (const moves of POSITIONS[name] ?? OTHERS) times.push(await level(name, moves, number));
  console.log(`levels, ${name}: ${told(times)} (levels 1 to ${LEVELS}, two positions each)`);
}
await browser.close();
server.kill('SIGTERM');
