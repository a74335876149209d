// For everyone: three languages, four looks, every width, screen readers, little motion.
import { expect, PHONE } from './desk.mjs';

const PAGES = ['/?game=connect4&moves=4453', '/analyse?game=gomoku&moves=h8i9', '/heuristics?game=boom&moves=123'];

export default function define(test) {
  test('three languages, switchable', async (desk) => {
    const asks = [['pt-BR', /^Sua vez/], ['es-AR', /^Tu turno/], ['en-GB', /^Your move/], ['de-DE', /^Your move/]];
    for (const [locale, words] of asks) {
      await desk.open('/', { locale });
      await desk.waitForHeading(words);
    }
    const page = desk.page;
    await desk.openSettings();
    await page.locator('label', { hasText: 'Español' }).click();
    await page.getByRole('button', { name: 'Cerrar' }).click();
    await desk.waitForHeading(/^Tu turno/);
    expect((await page.getAttribute('html', 'lang')) === 'es', 'the page does not say its language');
    await page.reload();
    await desk.waitForHeading(/^Tu turno/);
    for (const path of PAGES) {
      await page.goto(desk.site + path);
      await page.waitForSelector('[role=grid]');
      expect(!(await page.locator('body').innerText()).includes('page.'), `a key is shown on ${path}`);
    }
  });

  for (const theme of ['light', 'dark', 'contrast']) {
    test(`axe finds nothing serious, ${theme}`, async (desk) => {
      for (const path of PAGES) {
        const page = await desk.open(path, { size: theme === 'dark' ? PHONE : undefined });
        await page.evaluate((chosen) => localStorage.setItem('alinea.settings', JSON.stringify({ theme: chosen })), theme);
        await page.reload();
        await page.waitForSelector('[role=grid]');
        await page.waitForFunction(() => document.querySelectorAll('[data-cell]').length > 0);
        await desk.axe();
        await desk.keep(path.split('?')[0]);
      }
      for (const [path, words] of [['/analyse?game=connect4&moves=4455362&review=both', 'Turning point 1 of 2'], ['/unbeatable', 'Show the move'], ['/learn', 'No exercises yet.']]) {
        await desk.page.goto(desk.site + path);
        await desk.page.getByText(words).first().waitFor();
        await desk.axe();
        await desk.keep(path.split('?')[0].slice(1) + (path.includes('review') ? ' review' : ''));
      }
      await desk.openSettings();
      await desk.axe();
    });
  }

  test('no sideways scroll from 320 px to 4K', async (desk) => {
    for (const [width, height] of [[320, 568], [360, 740], [844, 390], [768, 1024], [1440, 900], [3840, 2160]]) {
      for (const path of PAGES) {
        await desk.open(path, { size: { width, height } });
        await desk.page.waitForFunction(() => document.querySelectorAll('[data-cell]').length > 0);
        await desk.expectNoSidewaysScroll();
        await desk.keep(`${width} ${path.split('?')[0]}`);
      }
      const board = await desk.page.locator('.board').first().boundingBox();
      expect(board.width > Math.min(width, height) * 0.4, `the board is ${board.width} px wide on ${width}`);
    }
  });

  test('a screen reader hears cells, moves and results', async (desk) => {
    const page = await desk.open('/?seed=3');
    await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:1' });
    const grid = page.getByRole('grid', { name: 'Connect Four board' });
    expect((await grid.getByRole('row').count()) === 6, 'not six rows');
    expect((await grid.getByRole('gridcell').count()) === 42, 'not 42 cells');
    await desk.playByPointer('d1');
    await desk.waitForPly(2);
    const label = await page.locator('[data-at="d1"]').getAttribute('aria-label');
    expect(label.startsWith('Column 4, row 1: Red'), label);
    await page.waitForFunction(() => /played \d\. Your turn/.test(document.querySelector('[data-live]')?.textContent));
  });

  test('little motion is honoured', async (desk) => {
    const page = await desk.open('/', { reducedMotion: 'reduce' });
    await desk.newGame({ title: 'Connect Four', role: 'Two people here' });
    await page.evaluate(() => {
      globalThis.animated = 0;
      const real = Element.prototype.animate;
      Element.prototype.animate = function (...args) {
        globalThis.animated += 1;
        return real.apply(this, args);
      };
    });
    await desk.playByPointer('d1');
    await desk.waitForPly(1);
    expect((await page.evaluate(() => globalThis.animated)) === 0, 'something moved');
  });

  test('fingers confirm on small cells', async (desk) => {
    const page = await desk.open('/', { size: PHONE });
    await desk.newGame({ title: 'Gomoku', role: 'Two people here' });
    await page.locator('[data-at="h8"]').tap();
    await page.locator('button.confirm').waitFor();
    expect((await desk.saved()).moves.length === 0, 'one tap was enough');
    await page.locator('[data-at="i8"]').tap();
    await page.locator('[data-at="i8"]').tap();
    await desk.waitForPly(1);
    expect((await desk.saved()).moves[0] === 'i8', 'not the cell that was confirmed');
  }, { touch: true });
}
