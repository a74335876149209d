// The page without a server: plain files in any folder, a network that is cut, a server that goes away, browsers
// that refuse something, and answers that equal those of the program.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { hostFiles } from '../filehost.mjs';
import { openModule } from '../module.mjs';
import { DESKTOP, expect, PHONE } from './desk.mjs';
import { spyOnWorkers, thinkWithoutEnd } from './worker-spy.mjs';

/** A heuristic of a reader. */
const EXAMPLE = readFileSync(join(import.meta.dirname, '..', '..', '..', 'examples/heuristics/ligue4.toml'), 'utf8');
const CUT = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to load resource/;

/** The exported site on a file host of its own, in a folder that is not the root. */
async function site(path = '/class/games/') {
  const folder = mkdtempSync(join(tmpdir(), 'alinea-site-'));
  execFileSync(process.env.ALINEA_BIN, ['export-site', folder]);
  const host = await hostFiles(folder, path);
  const stop = async () => {
    await host.stop();
    rmSync(folder, { recursive: true });
  };
  return { ...host, stop };
}

/** Waits until the site is kept in the browser and would answer without a network. */
function kept(page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    if (registration.active.state !== 'activated')
      await new Promise((resolve) => registration.active.addEventListener('statechange', resolve));
  });
}

/** Waits until something holds in the page that only a promise tells; the page may be opened anew meanwhile. */
async function until(page, holds) {
  const end = Date.now() + 30_000;
  while (!(await page.evaluate(holds).catch(() => false))) {
    expect(Date.now() < end, `waited in vain for ${holds}`);
    await page.waitForTimeout(50);
  }
}

/** The sum of what a reader fetches, packed as file hosts pack texts. */
function packedBytes({ folder, sent }, path) {
  const sizes = [...sent.keys()].map((name) => {
    const within = name.slice(path.length);
    const bytes = readFileSync(join(folder, within === '' || within.endsWith('/') ? `${within}index.html` : within));
    return /\.(gz|png)$/.test(name) ? bytes.length : gzipSync(bytes).length;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** An answer without what depends on the clock. */
function timeless(value) {
  if (Array.isArray(value)) return value.map(timeless);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'time_ms' && key !== 'nps');
  return Object.fromEntries(kept.map(([key, inner]) => [key, timeless(inner)]));
}

/** What each engine is asked with; limits by nodes or depth, so that no clock decides. */
function questions({ name, engines, heuristics, presets }) {
  const asked = (engine) => {
    const heuristic = `heuristic=${heuristics.at(-1)}`;
    const depth = name === 'connect4' || name === 'boom' ? 4 : 1;
    if (engine === 'level') return ['level:1,seed=7', 'level:4,seed=7'];
    if (engine === 'alphabeta' || engine === 'textbook' || engine === 'minimax') return [`${engine}:${heuristic},depth=${depth}`];
    if (engine === 'random') return ['random:seed=7'];
    if (presets.includes(engine)) return [`${engine}:depth=1`];
    return [`${engine}:nodes=3000`];
  };
  const start = { connect4: ['4', '4', '5'], boom: ['4', '4', '5'] }[name] ?? (name === 'mnk' ? ['b2'] : ['h8', 'i9', 'g7']);
  return engines.flatMap((engine) => asked(engine).map((spec) => ({ game: name, position: '-', moves: start, engine: spec })));
}

export default function define(test) {
  test('offline: every game and engine answers as the program does', async (desk) => {
    const modules = Object.fromEntries(['first', 'games', 'plain', 'study'].map((name) => [name, openModule(name)]));
    const { games } = await desk.api('games');
    const listed = JSON.parse(modules.study.ask('games')[0].data);
    expect(JSON.stringify(listed.games) === JSON.stringify(games), 'the lists of games differ');
    let count = 0;
    for (const game of games) {
      for (const body of questions(game)) {
        const native = timeless(await desk.api('move', body));
        const names = game.name === 'connect4' ? ['first', 'games', 'plain', 'study'] : ['games', 'plain', 'study'];
        for (const name of names) {
          const piece = modules[name].ask('move', body)[0];
          const parsed = JSON.parse(piece.data);
          const found = timeless(piece.name === 'error' ? parsed.body : parsed);
          const [ours, theirs] = [found, native].map((answer) => JSON.stringify(answer.thought ?? answer));
          expect(JSON.stringify(found) === JSON.stringify(native), `${name} ${body.game} ${body.engine}:\n${ours}\n${theirs}`);
          if (!native.error) count += 1;
        }
      }
      const heuristic = game.heuristics[0];
      if (!heuristic) continue;
      const body = { game: game.name, position: '-', moves: questions(game)[0].moves, heuristic, player: 'first' };
      const found = modules.games.ask('eval', body)[0].data;
      expect(JSON.stringify(JSON.parse(found)) === JSON.stringify(await desk.api('eval', body)), `${game.name} ${heuristic}`);
    }
    expect(count >= 60, `only ${count} answers were compared`);
    for (const [route, body] of [
      ['strategy', { game: 'connect4', position: '-', moves: ['4', '4'], variant: 'smallest' }],
      ['bug', { seed: 3 }],
      ['write', { game: 'gomoku', position: '-', moves: ['h8', 'i9'], format: 'sgf' }],
    ]) {
      const found = JSON.parse(modules.study.ask(route, body)[0].data);
      expect(JSON.stringify(timeless(found)) === JSON.stringify(timeless(await desk.api(route, body))), `study: ${route}`);
    }
    expect(modules.games.ask('view', { game: 'chess', position: '-', moves: [] })[0].name === 'error', 'chess is played');
    expect(modules.games.ask('nonsense', {})[0].name === 'error', 'nonsense is answered');
  });

  test('offline: a first game from plain files in any folder', async (desk) => {
    const host = await site();
    try {
      const page = await desk.open('/', { address: host.address });
      await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:3' });
      await desk.playByPointer('d1');
      await desk.waitForPly(2);
      const bytes = packedBytes(host, '/class/games/');
      expect(bytes <= 600_000, `${bytes} bytes for a first game`);
      await page.getByRole('button', { name: 'Hint' }).click();
      await page.getByText(/^Try \d\./).waitFor();
      // A page of its own address, opened directly.
      await desk.open('/analyse?game=gomoku&moves=h8i9', { address: host.address });
      await desk.page.getByRole('meter').waitFor();
      await desk.keep('analyse');
      expect(new URL(desk.page.url()).pathname.startsWith('/class/games/analyse'), desk.page.url());
    } finally {
      await host.stop();
    }
  });

  test('offline: every address stays within the folder of the site, and opens again', async (desk) => {
    const host = await site();
    try {
      const page = await desk.open('/', { address: host.address });
      const within = (name, query) =>
        page.waitForFunction(([path, text]) => location.pathname.replace(/\/$/, '') === path && location.search.includes(text), [`/class/games/${name}`, query]);
      for (const [name, query, there] of [
        ['analyse', 'game=connect4', '.list, .cards'],
        ['think', 'engine=textbook', '[role=treeitem]'],
        ['heuristics', 'game=connect4', '.panel'],
      ]) {
        await page.goto(`${host.address}/${name}?game=connect4&moves=44`);
        await page.waitForSelector(there);
        await within(name, query);
        await page.reload();
        await page.waitForSelector(there);
      }
      await page.goto(`${host.address}/learn`);
      for (const part of ['Puzzles', 'Lessons']) {
        await page.getByRole('link', { name: part, exact: true }).click();
        await within('learn', part === 'Puzzles' ? 'puzzle' : 'lesson');
        await page.reload();
        await page.getByRole('link', { name: part, exact: true }).and(page.locator('[aria-current=page]')).waitFor();
      }
    } finally {
      await host.stop();
    }
  });

  test('offline: after one visit everything works without a network', async (desk) => {
    const host = await site();
    try {
      const page = await desk.open('/', { address: host.address, serviceWorkers: 'allow' });
      await kept(page);
      expect(![...host.sent.keys()].some((name) => name.includes('/plain-')), 'the module without vectors is kept, too');
      await page.context().setOffline(true);
      await host.stop();
      await page.reload();
      await page.waitForSelector('[role=grid]');
      expect(await page.evaluate(() => crossOriginIsolated), 'the kept page is not isolated');
      for (const [title, cell] of [['Connect Four', 'd1'], ['Renju', 'h8'], ['Desconecta-4 Boom', 'd1']]) {
        await desk.newGame({ title, role: 'You, moving first', against: 'level:2' });
        await desk.playByPointer(cell);
        await desk.waitForPly(2);
      }
      await page.goto(`${host.address}/analyse?game=connect4&moves=445`);
      await page.getByRole('meter').waitFor();
      await page.goto(`${host.address}/think?game=connect4`);
      await page.waitForSelector('[role=tree], [role=treeitem], svg .node, .tree', { timeout: 30_000 });
      await page.goto(`${host.address}/think?view=bugs&seed=3`);
      await page.waitForSelector('.trace p');
      await page.goto(`${host.address}/heuristics?game=boom&moves=445`);
      await page.waitForSelector('.panel');
      // A heuristic of the reader's own disk judges, too.
      await page.goto(`${host.address}/heuristics?game=connect4&moves=445`);
      await page.locator('input[type=file]').setInputFiles({ name: 'mine.toml', mimeType: 'text/plain', buffer: Buffer.from(EXAMPLE) });
      await page.locator('.notice', { hasText: 'mine.toml is open' }).waitFor();
      await page.locator('select').first().selectOption('mine.toml');
      await page.locator('select').last().selectOption('ligue4');
      // It is the built-in one as a file: both say the same, part by part.
      await page.waitForFunction(() => {
        const [file, builtIn] = [...document.querySelectorAll('.panel')].map((panel) => panel.querySelector('output').textContent + panel.querySelectorAll('li').length);
        return document.querySelectorAll('.panel li').length > 0 && file === builtIn && !document.querySelector('.panel [role=alert]');
      });
      await page.goto(`${host.address}/learn?puzzle=`);
      await page.getByRole('button', { name: 'Solve' }).first().click();
      await page.waitForSelector('[role=grid]');
      await page.goto(`${host.address}/learn?lesson=`);
      await page.waitForFunction(() => document.querySelectorAll('.list li').length === 15);
      await page.getByRole('link', { name: 'Threats', exact: true }).click();
      await page.getByText(/Three discs in line/).waitFor();
      await page.goto(`${host.address}/unbeatable`);
      await page.waitForSelector('[role=grid]');
      await desk.keep('unbeatable');
    } finally {
      await desk.page.context().setOffline(false);
    }
  }, { errors: CUT });

  test('offline: a server that goes away loses no move', async (desk) => {
    const first = await desk.serve([]);
    try {
      const page = await desk.open('/?seed=4', { address: first.address });
      await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:3' });
      await desk.playByPointer('d1');
      await desk.waitForPly(2);
      expect(await page.evaluate(() => crossOriginIsolated), 'our server does not isolate its page');
      // The modules must have been fetched once: nobody has them in an empty cache.
      await page.evaluate(async () => {
        const files = JSON.parse(document.getElementById('modules').textContent);
        await fetch(`/${files.first}`).then((response) => response.arrayBuffer());
        await fetch(document.querySelector('script[type=module]').src);
      });
      await page.route('**/api/**', (route) => route.abort());
      await desk.playByPointer('c1');
      await desk.waitForPly(4);
      await page.locator('.notice', { hasText: 'this browser computes' }).waitFor();
      await desk.keep('taken-over');
      await page.unroute('**/api/**');
      await page.locator('.notice', { hasText: 'this browser computes' }).waitFor({ state: 'detached' });
      await desk.playByPointer('g1');
      await desk.waitForPly(6);
    } finally {
      await first.stop();
    }
  }, { errors: CUT });

  test('offline: the setting says who computes', async (desk) => {
    const page = await desk.open('/?seed=4');
    const asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Settings' }).first().click();
    await page.getByText('The server computes.').waitFor();
    await page.getByRole('dialog').locator('label', { hasText: 'This browser' }).click();
    await page.getByText('This browser computes; no server is needed.').waitFor();
    await desk.keep('settings');
    await page.keyboard.press('Escape');
    asked.length = 0;
    await desk.playByPointer('d1');
    await desk.waitForPly(2);
    expect(!asked.some((path) => path.startsWith('/api/')), `the server was asked: ${asked}`);
    expect(asked.some((path) => path.startsWith('/wasm/first-')), `no module was fetched: ${asked}`);
  });

  test('offline: a search hears stop by a shared flag, and its worker goes on', async (desk) => {
    const page = await desk.open('/');
    await page.addInitScript(spyOnWorkers);
    await page.evaluate(() => localStorage.setItem('alinea.settings', JSON.stringify({ compute: 'browser' })));
    await page.goto(`${desk.site}/analyse?game=gomoku&moves=h8i9`);
    await thinkWithoutEnd(page);
    const from = await page.evaluate(() => globalThis.workerLog.length);
    await page.getByRole('button', { name: 'Stop' }).click();
    const ended = await page.waitForFunction((start) => {
      const log = globalThis.workerLog.slice(start);
      const stop = log.findIndex(({ what }) => what === 'stop');
      const end = log.findIndex(({ what, worker }, i) => i > stop && stop >= 0 && what === 'end' && worker === log[stop].worker);
      return end > 0 && log.slice(stop, end + 1);
    }, from);
    const log = await ended.jsonValue();
    const told = log.map(({ what }) => what).join(' ');
    expect(!told.includes('terminate') && !told.includes('new'), `after stop: ${told}`);
    // At most the iteration that was under way is told.
    expect(log.filter(({ what }) => what === 'iteration').length <= 1, `after stop: ${told}`);
    expect((await page.locator('[data-score]').count()) > 0, 'what was found is gone');
    // A worker that was stopped thinks again.
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    const again = await page.waitForFunction((start) => {
      const told = globalThis.workerLog.slice(start).map(({ what }) => what);
      return told.indexOf('iteration', told.indexOf('ask analyze')) > 0 && told.includes('ask analyze') && told;
    }, from);
    expect(!(await again.jsonValue()).includes('new'), 'a new worker was started');
  });

  test('offline: without shared memory a spare worker takes over at once', async (desk) => {
    const host = await site();
    try {
      const page = await desk.open('/', { address: host.address });
      await page.addInitScript(spyOnWorkers);
      await page.goto(`${host.address}/analyse?game=gomoku&moves=h8i9`);
      expect(!(await page.evaluate(() => crossOriginIsolated)), 'a plain file host isolates the page');
      await thinkWithoutEnd(page);
      const fetched = [];
      page.on('request', (request) => fetched.push(request.url()));
      const from = await page.evaluate(() => globalThis.workerLog.length);
      await page.getByRole('button', { name: 'Stop' }).click();
      // The worker is ended, and another one is there before anybody asks for it.
      await page.waitForFunction((start) => {
        const told = globalThis.workerLog.slice(start).map(({ what }) => what);
        const [ended, spare, asked] = ['terminate', 'new', 'ask analyze'].map((what) => told.indexOf(what));
        return ended >= 0 && spare > ended && asked < 0;
      }, from);
      expect((await page.locator('[data-score]').count()) > 0, 'the last complete iteration is gone');
      expect(!fetched.some((url) => url.includes('/wasm/')), `fetched again: ${fetched}`);
      await page.getByRole('button', { name: 'Analyse', exact: true }).click();
      await page.waitForFunction((start) => {
        const log = globalThis.workerLog.slice(start);
        const spare = log.find(({ what }) => what === 'new').worker;
        const [asked, told] = ['ask analyze', 'iteration'].map((what) => log.findIndex((piece) => piece.what === what && piece.worker === spare));
        return asked >= 0 && told > asked;
      }, from);
    } finally {
      await host.stop();
    }
  });

  test('offline: an update waits until it is wanted', async (desk) => {
    const host = await site('/');
    try {
      const page = await desk.open('/', { address: host.address, serviceWorkers: 'allow' });
      await kept(page);
      await page.reload();
      await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:2' });
      await desk.playByPointer('d1');
      await desk.waitForPly(2);
      const worker = join(host.folder, 'sw.js');
      writeFileSync(worker, readFileSync(worker, 'utf8').replace(/VERSION = '\w+'/, "VERSION = 'newer'"));
      await page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found.update()));
      const notice = page.locator('.notice', { hasText: 'A newer version is ready' });
      await notice.waitFor();
      await desk.keep('notice');
      const contrast = await notice.getByRole('button', { name: 'Open it' }).evaluate((button) => {
        const { color, backgroundColor } = getComputedStyle(button);
        const brightness = (colour) => colour.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;
        return Math.abs(brightness(color) - brightness(backgroundColor));
      });
      expect(contrast > 100, `the words of the button differ from it by ${contrast} of 255`);
      // Nothing of the game lies below it, on a phone neither.
      for (const size of [DESKTOP, PHONE]) {
        await page.setViewportSize(size);
        const covered = await notice.evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const meets = (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top;
          return [...document.querySelectorAll('main button, main [role=grid]')].filter((found) => meets(found.getBoundingClientRect())).map((found) => found.textContent);
        });
        expect(covered.length === 0, `at ${size.width} px it covers ${covered}`);
      }
      await desk.keep('phone');
      await page.setViewportSize(DESKTOP);
      // The game goes on meanwhile.
      await desk.playByPointer('c1');
      await desk.waitForPly(4);
      const before = JSON.stringify(await desk.saved());
      await page.evaluate(() => (globalThis.isBefore = true));
      await notice.getByRole('button', { name: 'Open it' }).click();
      await until(page, () => !globalThis.isBefore);
      await until(page, () => caches.keys().then((names) => names.length === 1 && names[0] === 'alinea / newer'));
      await page.waitForSelector('[role=grid]');
      expect(JSON.stringify(await desk.saved()) === before, 'the game changed');
    } finally {
      await host.stop();
    }
  });

  test('offline: an update in one window leaves the game in another alone', async (desk) => {
    const host = await site('/');
    try {
      const page = await desk.open('/', { address: host.address, serviceWorkers: 'allow' });
      await kept(page);
      await page.reload();
      await page.waitForSelector('[role=grid]');
      // The newer version has its modules under other names, and those of the version before are gone from the host.
      const wasm = join(host.folder, 'wasm');
      for (const name of readdirSync(wasm)) renameSync(join(wasm, name), join(wasm, `x${name}`));
      const worker = join(host.folder, 'sw.js');
      const newer = readFileSync(worker, 'utf8').replace(/VERSION = '\w+'/, "VERSION = 'newer'");
      writeFileSync(worker, newer.replaceAll("'wasm/", "'wasm/x"));
      const other = await page.context().newPage();
      await other.goto(`${host.address}/`);
      await other.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found.update()));
      const notice = other.locator('.notice', { hasText: 'A newer version is ready' });
      await notice.waitFor();
      await other.evaluate(() => (globalThis.isBefore = true));
      await notice.getByRole('button', { name: 'Open it' }).click();
      await until(page, () => caches.has('alinea / newer'));
      await until(page, () => navigator.serviceWorker.getRegistration().then((found) => !found.waiting && found.active.state === 'activated'));
      // A window that is closed while it is opened again may never say that it is closed.
      await until(other, () => !globalThis.isBefore);
      await other.waitForSelector('[role=grid]');
      await other.close();
      expect((await page.locator('.notice').count()) === 0, 'the other window still offers the newer version');
      // This window asks for a module only now.
      await desk.newGame({ title: 'Renju', role: 'You, moving first', against: 'level:2' });
      await desk.playByPointer('h8');
      await desk.waitForPly(2);
    } finally {
      await host.stop();
    }
  });

  test('offline: two folders of one host keep a site each', async (desk) => {
    const folder = mkdtempSync(join(tmpdir(), 'alinea-site-'));
    const host = await hostFiles(folder, '/');
    try {
      for (const name of ['one', 'two']) execFileSync(process.env.ALINEA_BIN, ['export-site', join(folder, name)]);
      const worker = join(folder, 'two', 'sw.js');
      writeFileSync(worker, readFileSync(worker, 'utf8').replace(/VERSION = '\w+'/, "VERSION = 'newer'"));
      const page = await desk.open('/one/', { address: host.address, serviceWorkers: 'allow' });
      await kept(page);
      await page.goto(`${host.address}/two/`);
      await kept(page);
      await page.context().setOffline(true);
      for (const name of ['one', 'two']) {
        await page.goto(`${host.address}/${name}/`);
        await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:2' });
        await desk.playByPointer('d1');
        await desk.waitForPly(2);
      }
    } finally {
      await host.stop();
      rmSync(folder, { recursive: true });
    }
  }, { errors: CUT });

  test('offline: a network that breaks while the site is kept', async (desk) => {
    const host = await site();
    try {
      host.network.breaks = (name) => /wasm\/(games|study)/.test(name);
      const page = await desk.open('/', { address: host.address, serviceWorkers: 'allow' });
      await until(page, () => caches.keys().then((names) => names.length === 1));
      // It gives up for now: nobody is told that half of it is all of it.
      await until(page, () => navigator.serviceWorker.getRegistration().then((found) => !found));
      await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:2' });
      await desk.playByPointer('d1');
      await desk.waitForPly(2);
      expect(host.sent.has('/class/games/icon-512.png'), 'nothing was kept before the network broke');
      host.network.breaks = () => false;
      // A page that says why a file is not there is not the file.
      const refused = new Promise((resolve) => {
        host.network.refuses = (name) => (/wasm\/study/.test(name) ? resolve() ?? 503 : null);
      });
      await page.reload();
      await refused;
      await until(page, () => navigator.serviceWorker.getRegistration().then((found) => !found));
      host.network.refuses = () => null;
      host.sent.clear();
      await page.reload();
      await kept(page);
      // The page itself has no use for it.
      expect(!host.sent.has('/class/games/icon-512.png'), 'what had arrived is fetched again');
      await page.context().setOffline(true);
      await page.reload();
      await desk.newGame({ title: 'Renju', role: 'You, moving first', against: 'level:2' });
      await desk.playByPointer('h8');
      await desk.waitForPly(2);
    } finally {
      await host.stop();
    }
  }, { errors: CUT });

  test('offline: a host that fails or does not answer opens the page as it was kept', async (desk) => {
    const host = await site();
    try {
      const page = await desk.open('/', { address: host.address, serviceWorkers: 'allow' });
      await kept(page);
      for (const status of [502, 0]) {
        host.network.refuses = () => status;
        await page.reload({ waitUntil: 'commit' });
        await page.waitForSelector('[role=grid]', { timeout: 15_000 });
        await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:2' });
        await desk.playByPointer('d1');
        await desk.waitForPly(2);
      }
    } finally {
      await host.stop();
    }
  }, { errors: CUT });

  test('offline: a kept page asks the server while there is one', async (desk) => {
    const page = await desk.open('/', { serviceWorkers: 'allow' });
    await kept(page);
    const answers = [];
    page.on('response', (response) => response.url().includes('/api/') && answers.push(response));
    await page.reload();
    await desk.newGame({ title: 'Renju', role: 'You, moving first', against: 'level:2' });
    await desk.playByPointer('h8');
    await desk.waitForPly(2);
    expect(answers.length > 0 && answers.every((answer) => answer.ok() && !answer.fromServiceWorker()), `${answers.map((answer) => answer.url())}`);
  });

  test('offline: a host that unpacks the modules on their way', async (desk) => {
    const host = await site();
    try {
      host.network.encodes = true;
      const page = await desk.open('/', { address: host.address, serviceWorkers: 'allow' });
      await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:2' });
      await desk.playByPointer('d1');
      await desk.waitForPly(2);
      await kept(page);
      await page.context().setOffline(true);
      await page.reload();
      await desk.newGame({ title: 'Renju', role: 'You, moving first', against: 'level:2' });
      await desk.playByPointer('h8');
      await desk.waitForPly(2);
    } finally {
      await host.stop();
    }
  }, { errors: CUT });

  test('offline: storage refused, and a module that arrives in half', async (desk) => {
    const host = await site();
    try {
      const context = await desk.browser.newContext({ viewport: DESKTOP, locale: 'en-US', serviceWorkers: 'allow' });
      desk.contexts.push(context);
      desk.page = await context.newPage();
      const refuse = () => {
        const no = () => {
          throw new DOMException('refused', 'SecurityError');
        };
        for (const name of ['localStorage', 'caches']) Object.defineProperty(window, name, { get: no });
        Object.defineProperty(navigator, 'serviceWorker', { get: no });
      };
      await desk.page.addInitScript(refuse);
      let halves = 0;
      await desk.page.route('**/wasm/first-*', async (route) => {
        if (route.request().url().includes('again=')) return route.continue();
        halves += 1;
        const response = await route.fetch();
        await route.fulfill({ status: 200, body: (await response.body()).subarray(0, 50_000) });
      });
      await desk.page.goto(`${host.address}/`);
      await desk.page.waitForSelector('[role=grid]');
      await desk.playByPointer('d1');
      await desk.page.waitForFunction(() => document.querySelectorAll('[data-cell]').length === 2);
      expect(halves === 1, `the broken file was asked for ${halves} times`);
    } finally {
      await host.stop();
    }
  });

  test('offline: the weights of a rule come with its first game, and no others', async (desk) => {
    const host = await site();
    try {
      await desk.open('/', { address: host.address });
      const weights = () => [...host.sent.keys()].filter((name) => name.includes('/net-')).map((name) => name.replace(/.*net-(\w+)-.*/, '$1'));
      await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:2' });
      await desk.playByPointer('d1');
      await desk.waitForPly(2);
      expect(weights().length === 0, `Connect Four fetched the weights of ${weights()}`);
      for (const [title, names] of [['Renju', 'renju'], ['Gomoku', 'renju gomoku']]) {
        await desk.newGame({ title, role: 'You, moving first', against: 'level:8' });
        await desk.playByPointer('h8');
        await desk.waitForPly(2);
        expect(weights().join(' ') === names, `${title}: fetched the weights of ${weights()}`);
      }
      for (const [name, size] of host.sent) if (name.includes('/net-')) expect(size <= 300_000, `${name}: ${size} bytes`);
    } finally {
      await host.stop();
    }
  });

  test('offline: weights that arrive in half, damaged, or not at all', async (desk) => {
    const host = await site();
    try {
      const page = await desk.open('/', { address: host.address });
      let asked = 0;
      const answer = async (spoil) => {
        await page.unroute('**/wasm/net-*');
        asked = 0;
        await page.route('**/wasm/net-*', async (route) => {
          asked += 1;
          const response = await route.fetch();
          const body = await spoil(await response.body());
          await (body ? route.fulfill({ status: 200, body }) : route.abort());
        });
      };
      const reply = async (title) => {
        await desk.newGame({ title, role: 'You, moving first', against: 'level:2' });
        await desk.playByPointer('h8');
        await desk.waitForPly(2);
      };
      // Half of a file is asked for once more.
      await answer((body) => (asked === 1 ? body.subarray(0, body.length >> 1) : body));
      await reply('Renju');
      expect(asked === 2, `half a file was asked for ${asked} times`);
      // Whole to the browser, wrong to the engine: its sum does not fit.
      await answer((body) => {
        if (asked > 1) return body;
        const bytes = gunzipSync(body);
        bytes[bytes.length - 1] ^= 1;
        return gzipSync(bytes);
      });
      await reply('Gomoku');
      expect(asked === 2, `damaged weights were asked for ${asked} times`);
      // As long as they are missing the page says so, and goes on when they are there.
      let missing = true;
      await answer((body) => (missing ? null : body));
      await page.goto(`${host.address}/analyse?game=caro&moves=h8i9`);
      await page.locator('.notice', { hasText: 'Trying again' }).waitFor();
      await page.waitForSelector('[role=grid]');
      await desk.keep('missing');
      missing = false;
      await page.waitForSelector('[data-score]');
      await page.locator('.notice', { hasText: 'Trying again' }).waitFor({ state: 'detached' });
    } finally {
      await host.stop();
    }
  }, { errors: CUT });

  test('offline: a browser without WebAssembly is told so', async (desk) => {
    const host = await site();
    try {
      const context = await desk.browser.newContext({ viewport: DESKTOP, locale: 'pt-BR', serviceWorkers: 'block' });
      desk.contexts.push(context);
      desk.page = await context.newPage();
      await desk.page.addInitScript(() => delete globalThis.WebAssembly);
      await desk.page.goto(`${host.address}/`);
      await desk.page.getByText('Este navegador não executa WebAssembly').waitFor();
      await desk.page.waitForSelector('[role=grid]');
      await desk.keep('sentence');
    } finally {
      await host.stop();
    }
  }, { errors: /404|status of 404|Failed to load resource/ });

  test('offline: a host whose policy refuses WebAssembly, too', async (desk) => {
    const host = await site();
    try {
      const context = await desk.browser.newContext({ viewport: DESKTOP, locale: 'en-US', serviceWorkers: 'block' });
      desk.contexts.push(context);
      desk.page = await context.newPage();
      await desk.page.route(`${host.address}/`, async (route) => {
        const response = await route.fetch();
        const policy = "script-src 'self' 'unsafe-inline'";
        await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
      });
      await desk.page.goto(`${host.address}/`);
      await desk.page.getByText('This browser cannot run WebAssembly').waitFor();
      await desk.page.waitForSelector('[role=grid]');
    } finally {
      await host.stop();
    }
  }, { errors: /404|status of 404|Failed to load resource/ });

  test('offline: the board is there before any module is', async (desk) => {
    const host = await site();
    try {
      const context = await desk.browser.newContext({ viewport: DESKTOP, locale: 'en-US', serviceWorkers: 'block' });
      desk.contexts.push(context);
      desk.page = await context.newPage();
      let arrive;
      const arrived = new Promise((resolve) => (arrive = resolve));
      await desk.page.route('**/wasm/*.gz', async (route) => {
        await arrived;
        await route.continue();
      });
      await desk.page.goto(`${host.address}/`);
      await desk.page.waitForSelector('[role=grid]');
      // On a busy machine the board is there a moment before it is painted.
      await desk.page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length === 1);
      await desk.playByPointer('d1');
      arrive();
      await desk.waitForPly(2);
    } finally {
      await host.stop();
    }
  });

  test('offline: without vectors the plain module plays', async (desk) => {
    const host = await site();
    try {
      const context = await desk.browser.newContext({ viewport: DESKTOP, locale: 'en-US', serviceWorkers: 'block' });
      desk.contexts.push(context);
      desk.page = await context.newPage();
      await desk.page.addInitScript(() => (WebAssembly.validate = () => false));
      await desk.page.goto(`${host.address}/`);
      await desk.page.waitForSelector('[role=grid]');
      await desk.playByPointer('d1');
      await desk.waitForPly(2);
      const asked = [...host.sent.keys()].filter((name) => name.includes('/wasm/') && name.endsWith('.gz'));
      expect(asked.length === 1 && asked[0].includes('plain-'), `fetched: ${asked}`);
      await desk.newGame({ title: 'Renju', role: 'You, moving first', against: 'level:2' });
      await desk.playByPointer('h8');
      await desk.waitForPly(2);
    } finally {
      await host.stop();
    }
  });

  test('offline: the browser would install it', async (desk) => {
    const host = await site();
    const profile = mkdtempSync(join(tmpdir(), 'alinea-profile-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: desk.browser.executable,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    try {
      const page = await context.newPage();
      await page.goto(`${host.address}/`);
      await kept(page);
      const devtools = await context.newCDPSession(page);
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
      expect(installabilityErrors.length === 0, JSON.stringify(installabilityErrors));
      const { errors } = await devtools.send('Page.getAppManifest');
      expect(errors.length === 0, JSON.stringify(errors));
    } finally {
      await context.close();
      await host.stop();
      rmSync(profile, { recursive: true, force: true });
    }
  });

  test('offline: a heuristic file of the reader judges, and stays in the browser', async (desk) => {
    const page = await desk.open('/heuristics?game=connect4&moves=445');
    const sent = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await page.locator('input[type=file]').setInputFiles({ name: 'mine.toml', mimeType: 'text/plain', buffer: Buffer.from(EXAMPLE) });
    await page.locator('.notice', { hasText: 'mine.toml is open' }).waitFor();
    await page.locator('select').first().selectOption('mine.toml');
    await page.waitForFunction(() => !/error|expected/i.test(document.querySelector('main').textContent));
    await desk.keep('opened');
    expect(!sent.some((body) => body.includes('mine.toml')), 'the file was named to the server');
    await page.locator('input[type=file]').setInputFiles({ name: 'mine.exe', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await page.locator('.notice', { hasText: 'Expected a file' }).waitFor();
  });

  test('offline: no file of the site is missing', async () => {
    const host = await site();
    try {
      const names = readdirSync(host.folder);
      for (const name of ['index.html', 'sw.js', 'analyse', 'think', 'wasm', 'assets']) expect(names.includes(name), `${name} is missing`);
      const listed = readFileSync(join(host.folder, 'sw.js'), 'utf8').match(/FILES = \[(.*)\]/)[1].split(', ');
      for (const file of listed.map((text) => text.slice(1, -1)).filter(Boolean)) {
        expect((await fetch(`${host.address}/${file}`)).ok, `${file} is listed and missing`);
      }
    } finally {
      await host.stop();
    }
  });
}
