// How fast the search viewer is: opening nodes on the server, frames on the page. Prints numbers,
// asserts nothing. CPU time is told beside wall time, for machines that do other things too.
//   ALINEA_BIN  the program to measure       CHROME  the browser
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const server = spawn(process.env.ALINEA_BIN, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise((resolve) => createInterface({ input: server.stdout }).once('line', (line) => resolve(line.trim().replace(/\/$/, ''))));

/** CPU milliseconds of the server so far; the kernel counts in hundredths of a second. */
function cpu() {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function trace(engine, more) {
  const body = JSON.stringify({ game: 'connect4', engine, ...more });
  const begin = performance.now();
  const response = await fetch(`${address}/api/v1/trace`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const answer = await response.json();
  return { answer, ms: performance.now() - begin };
}

function summary(name, times, cpuMs) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(Math.floor(part * sorted.length), sorted.length - 1)].toFixed(0);
  console.log(`${name}: ${times.length} nodes, wall p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms, CPU ${(cpuMs / times.length).toFixed(1)} ms each`);
}

for (const engine of ['textbook:heuristic=ligue4,depth=8', 'textbook:heuristic=ligue4,depth=8,order=center', 'textbook:heuristic=quadras,depth=8']) {
  const times = [];
  let before = cpu();
  const { answer, ms } = await trace(engine, { path: [] });
  summary(`root of ${engine}`, [ms], cpu() - before);
  before = cpu();
  const inner = answer.nodes.filter((node) => node.depth > 0 && node.nodes > 1);
  // The largest parts of the tree first: the worst a person can open.
  inner.sort((a, b) => b.nodes - a.nodes);
  for (const node of inner.slice(0, 60)) {
    const window = { alpha: node.alpha, beta: node.beta };
    times.push((await trace(engine, { path: node.path, window, id: node.id })).ms);
  }
  summary(`opening in ${engine}`, times, cpu() - before);
}

const browser = await chromium.launch({ executablePath: process.env.CHROME ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
for (const width of [390, 1280]) {
  const page = await browser.newPage({ viewport: { width, height: 844 } });
  const devtools = await page.context().newCDPSession(page);
  await page.goto(`${address}/think?game=connect4&engine=textbook:heuristic=ligue4,depth=8&node=4.4.4`);
  await page.waitForSelector('[role=treeitem]');
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
  await page.evaluate(() => {
    globalThis.long = [];
    new PerformanceObserver((list) => globalThis.long.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' });
  });
  const steps = [];
  for (let step = 0; step < 60; step++) {
    const before = await busy();
    await page.locator('body').press(step % 20 === 19 ? 'c' : 'ArrowRight');
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    steps.push((await busy()) - before);
  }
  const long = await page.evaluate(() => globalThis.long.map((ms) => Math.round(ms)));
  steps.sort((a, b) => a - b);
  console.log(`walking at ${width} px: main thread CPU a step p50 ${steps[30].toFixed(1)} ms, max ${steps.at(-1).toFixed(1)} ms; wall tasks over 50 ms: ${long.length ? long.join(' ') : 'none'}`);
  await page.close();
}
await browser.close();
server.kill('SIGTERM');
