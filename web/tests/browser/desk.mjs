// One test's browser window and the ways a person uses it: mouse, touch, or keys alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRequire } from 'node:module';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };
export const LAPTOP = { width: 1280, height: 800 };

export function expect(truth, message) {
  if (!truth) throw new Error(message);
}

export class Desk {
  constructor({ browser, address, shots, name, options, serve, kept = null }) {
    // `serve` starts another server with arguments of its own; `kept` is the site in a browser without a network.
    Object.assign(this, { browser, address, shots, name, options, serve, kept });
    this.pages = [];
    this.errors = [];
    this.contexts = [];
  }

  /** Where the page under test is. */
  get site() {
    return this.kept?.address ?? this.address;
  }

  /** Opens a fresh window; its storage is empty. */
  async open(path = '/', more = {}) {
    return this.kept ? this.openKept(path, more) : this.openServed(path, more);
  }

  /** Opens the site as it is kept in a browser without a network; its storage is emptied. */
  async openKept(path, { size = DESKTOP }) {
    const { context, address } = this.kept;
    this.page = await context.newPage();
    this.pages.push(this.page);
    await this.page.setViewportSize(size);
    this.listen();
    await this.page.goto(`${address}/`);
    await this.page.evaluate(() => localStorage.clear());
    await this.page.goto(address + path);
    await this.page.waitForSelector('[role=grid]');
    return this.page;
  }

  async openServed(path, { size = DESKTOP, locale = 'en-US', address = this.address, ...more } = {}) {
    const context = await this.browser.newContext({
      viewport: size,
      locale,
      hasTouch: size.width < 800,
      reducedMotion: 'no-preference',
      acceptDownloads: true,
      // Tests of the page kept in the browser allow it; the others need no copy of everything.
      serviceWorkers: 'block',
      ...more,
    });
    this.contexts.push(context);
    this.page = await context.newPage();
    this.listen();
    await this.page.goto(address + path);
    await this.page.waitForSelector('[role=grid]');
    return this.page;
  }

  listen() {
    this.page.setDefaultTimeout(30_000);
    this.page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    this.page.on('pageerror', (error) => this.errors.push(error.message));
  }

  async close() {
    for (const page of this.pages) await page.close();
    for (const context of this.contexts) await context.close();
  }

  /** A refused request is an answer, and being cut off is what some tests are about; the rest is not allowed. */
  async expectNoErrors() {
    const allowed = this.options.errors ?? /status of 422/;
    const errors = this.errors.filter((text) => !allowed.test(text));
    expect(errors.length === 0, `the console says: ${errors.join(' | ')}`);
  }

  async keep(what) {
    const file = `${this.name} ${what}`.replace(/[^\w.-]+/g, '-').toLowerCase();
    await this.page?.screenshot({ path: join(this.shots, `${file}.png`) }).catch(() => undefined);
  }

  api(path, body) {
    const send = { method: body ? 'POST' : 'GET', headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body) };
    return fetch(`${this.address}/api/v1/${path}`, send).then((response) => response.json());
  }

  /** The moves of an analysis's last word. */
  async analysis(body) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${this.address}/api/v1/analyze`, { method: 'POST', headers, body: JSON.stringify(body) });
    const events = (await response.text()).split('\n\n').filter((block) => block.startsWith('event: iteration'));
    return JSON.parse(events.at(-1).split('data: ')[1]).moves;
  }

  /** What the page says is on the board. */
  saved() {
    return this.page.evaluate(() => {
      const { tree, at, game, start } = JSON.parse(localStorage.getItem('alinea.play'));
      const moves = [];
      for (let id = at; id > 0; id = tree.nodes[id].parent) moves.unshift(tree.nodes[id].move);
      return { game, position: start, moves };
    });
  }

  /** The analysis has said its last word. */
  async settled() {
    await this.page.waitForFunction(
      () => /(depth|profundidade?) \d|known at once/.test(document.querySelector('.cards')?.textContent ?? '') && !/…/.test(document.querySelector('.cards .small')?.textContent ?? '…'),
    );
  }

  async waitForPly(ply) {
    await this.page.waitForFunction((wanted) => {
      const saved = JSON.parse(localStorage.getItem('alinea.play') ?? 'null');
      if (!saved) return false;
      let count = 0;
      for (let id = saved.at; id > 0; id = saved.tree.nodes[id].parent) count += 1;
      return count >= wanted && saved.fresh && saved.view.moves.length === count;
    }, ply);
  }

  heading() {
    return this.page.locator('h1').innerText();
  }

  async waitForHeading(pattern) {
    await this.page.waitForFunction(
      (source) => new RegExp(source).test(document.querySelector('h1')?.textContent ?? ''),
      pattern.source,
    );
  }

  /** Chooses a new game in the dialog, with the mouse. */
  async newGame({ title, role, against, sizes = {}, strict = false }) {
    const page = this.page;
    await page.getByRole('button', { name: 'New game' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('label', { has: page.locator('b', { hasText: new RegExp(`^${title}$`) }) }).click();
    for (const [label, value] of Object.entries(sizes)) {
      if (typeof value === 'boolean') await dialog.getByLabel(label).setChecked(value);
      else {
        await dialog.getByLabel(label).fill(String(value));
        await dialog.getByLabel(label).press('Tab');
      }
    }
    await dialog.locator('label', { hasText: role }).click();
    if (against) await dialog.getByLabel('Against').selectOption(against);
    if (strict) await dialog.getByLabel(/No undo/).check();
    await dialog.locator('button.primary').click();
    await dialog.waitFor({ state: 'detached' });
    // A press before the board has arrived would be lost.
    if (!/^Watch/.test(role)) await page.waitForSelector('.grid.active');
  }

  /** Gives up, and says yes when asked. */
  async resign() {
    await this.page.getByRole('button', { name: 'Resign' }).click();
    await this.page.getByRole('button', { name: 'Yes, resign' }).click();
  }

  /** The same with keys alone. */
  async newGameByKeys({ title, role }) {
    const page = this.page;
    await page.keyboard.press('n');
    await page.getByRole('dialog').waitFor();
    await this.pickRadio('game', title);
    await this.pickRadio('role', role);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForSelector('.grid.active');
  }

  /** The settings are in the bar where it is wide, else behind "More". */
  async openSettings() {
    const more = this.page.getByRole('button', { name: 'More' });
    if (await more.isVisible()) await more.click();
    await this.page.getByRole('button', { name: 'Settings' }).click();
  }

  async pickRadio(group, text) {
    const page = this.page;
    const inGroup = (wanted) =>
      page.evaluate(
        ([name, label]) => {
          const focused = document.activeElement;
          if (focused?.getAttribute('type') !== 'radio') return 'elsewhere';
          if ((focused.name === 'game') !== (name === 'game')) return 'elsewhere';
          return focused.closest('label').textContent.trim().startsWith(label) ? 'there' : 'other';
        },
        [group, wanted],
      );
    for (let i = 0; i < 40 && (await inGroup(text)) === 'elsewhere'; i++) await page.keyboard.press('Tab');
    for (let i = 0; i < 12 && (await inGroup(text)) !== 'there'; i++) await page.keyboard.press('ArrowRight');
    expect((await inGroup(text)) === 'there', `no choice ${text} among the ${group}s`);
  }

  /** Presses Tab until the board has the focus. */
  async tabToBoard() {
    const onBoard = () => this.page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell');
    for (let i = 0; i < 40 && !(await onBoard()); i++) await this.page.keyboard.press('Tab');
    expect(await onBoard(), 'Tab does not reach the board');
  }

  /** Plays on a cell with arrows and Enter. */
  async playByKeys(cell) {
    const at = () => this.page.evaluate(() => document.activeElement?.dataset.at ?? '');
    if (!(await at())) await this.tabToBoard();
    const spot = (text) => [text.charCodeAt(0), Number(text.slice(1))];
    const [col, row] = spot(cell);
    for (let i = 0; i < 60; i++) {
      const [c, r] = spot(await at());
      if (c === col && r === row) break;
      await this.page.keyboard.press(c < col ? 'ArrowRight' : c > col ? 'ArrowLeft' : r < row ? 'ArrowUp' : 'ArrowDown');
    }
    expect((await at()) === cell, `the arrows do not reach ${cell}`);
    await this.page.keyboard.press('Enter');
  }

  /** Plays on a cell by mouse, or by touch with its second tap where cells are small. */
  async playByPointer(cell) {
    // A press before the board has arrived would be lost.
    await this.page.waitForSelector('.grid.active');
    const target = this.page.locator(`[data-at="${cell}"]`);
    if (!this.options.touch) return target.click();
    await target.tap();
    const confirm = this.page.locator('button.confirm');
    if (await confirm.isVisible()) await confirm.tap();
  }

  /** Where a legal move's stone comes to rest. */
  async landing(move) {
    const view = await this.api('view', await this.saved());
    return view.landing[move];
  }

  async axe() {
    await this.page.evaluate(AXE);
    const found = await this.page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
    const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    const told = serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' ; ')}`);
    expect(serious.length === 0, `axe: ${told.join('\n')}`);
  }

  async expectNoSidewaysScroll() {
    const wide = await this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide <= 0, `the page is ${wide} px wider than its window`);
  }
}
