// Measures, never asserts: first paint, first possible move and bytes of the play page, on a
// processor four times slower. ALINEA_URL names a running server, CHROME the browser.
import { chromium } from 'playwright-core';

const address = process.env.ALINEA_URL ?? 'http://127.0.0.1:4224';
const rounds = Number(process.env.ROUNDS ?? 5);
const browser = await chromium.launch({
  executablePath: process.env.CHROME ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});

async function measure() {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // The page keeps the time itself: a driver that asks again and again would slow it down.
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('.grid.active')) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => (window.readyAt = performance.now())));
    });
    watch.observe(document, { subtree: true, childList: true, attributeFilter: ['class'] });
  });
  await page.goto(address);
  await page.waitForFunction(() => window.readyAt, null, { polling: 500 });
  const found = await page.evaluate(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    const files = performance.getEntriesByType('resource').filter(({ name }) => /\.(js|css)$/.test(name));
    return { paint, ready: window.readyAt, bytes: files.reduce((sum, file) => sum + file.encodedBodySize, 0), files: files.length };
  });
  await context.close();
  return found;
}

const all = [];
for (let i = 0; i < rounds; i++) all.push(await measure());
await browser.close();
const median = (key) => all.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(all.length / 2)];
console.log(`first paint ${median('paint').toFixed(0)} ms, first move possible ${median('ready').toFixed(0)} ms (4x slower processor, median of ${rounds})`);
console.log(`JS + CSS of the play page: ${(median('bytes') / 1000).toFixed(1)} kB compressed in ${median('files')} files`);
