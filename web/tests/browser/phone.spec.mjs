// Phones: the board stands still, the confirm control covers nothing, large boards zoom, letters can be read.
import { expect, PHONE } from './desk.mjs';

const box = (page) => page.locator('.board').first().boundingBox();

/** The words of the bar that can be seen, and where they stand. */
const shownWords = (page) =>
  page.locator('nav span').evaluateAll((all) =>
    all
      .filter((span) => span.checkVisibility())
      .map((span) => {
        const range = document.createRange();
        range.selectNodeContents(span);
        const { left, right } = range.getBoundingClientRect();
        return { text: span.textContent, left, right, size: Number.parseFloat(getComputedStyle(span).fontSize) };
      }),
  );

export default function define(test) {
  test('the words of the bar and the name of the game have room at every width', async (desk) => {
    for (const locale of ['en-US', 'pt-BR', 'es-ES']) {
      for (const size of [{ width: 320, height: 640 }, { width: 390, height: 844 }, { width: 900, height: 800 }, { width: 1279, height: 800 }, { width: 1280, height: 800 }]) {
        const page = await desk.open('/?game=connect4', { size, locale });
        const words = await shownWords(page);
        expect(words.length === (size.width < 1280 ? 5 : 7), `${words.map(({ text }) => text)} are in the bar at ${size.width}`);
        for (const [i, word] of words.entries()) {
          expect(word.size >= 11, `${word.text} has ${word.size} px`);
          expect(word.left >= 0 && word.right <= size.width, `${word.text} is cut off at ${size.width}`);
          expect(i === 0 || words[i - 1].right < word.left, `${words[i - 1]?.text} runs into ${word.text} at ${size.width}`);
        }
        const name = page.locator('header .texts b');
        expect(await name.evaluate((text) => text.scrollWidth <= text.clientWidth), `${await name.innerText()} is cut off at ${size.width}`);
        const [bar, game] = [await page.locator('nav').boundingBox(), await page.locator('header .game').boundingBox()];
        expect(bar.y >= game.y + game.height || words.at(-1).right <= game.x, `${words.at(-1).text} runs into the game's name at ${size.width}`);
        await desk.keep(`bar ${size.width} ${locale}`);
      }
      // The rules beside the name are read to their end.
      for (const width of [320, 900, 1280]) {
        for (const game of ['renju', 'caro:19', 'standard', 'gomoku:20', 'boom', 'mnk:5x4x4%2Bgravity%2Bmisere']) {
          const page = await desk.open(`/?game=${game}`, { size: { width, height: 800 }, locale });
          const rules = page.locator('header .texts small');
          await page.waitForFunction(() => /\S/.test(document.querySelector('header .texts small')?.textContent));
          expect(await rules.evaluate((text) => text.scrollHeight <= text.clientHeight + 1), `"${await rules.innerText()}" is cut off at ${width}`);
          const name = page.locator('header .texts b');
          expect(await name.evaluate((text) => text.scrollWidth <= text.clientWidth), `${await name.innerText()} is cut off at ${width}`);
        }
      }
    }
  });

  test('the other pages open from More, by finger and by keys', async (desk) => {
    for (const [width, height] of [[320, 640], [1024, 768]]) {
      const page = await desk.open('/?game=connect4&moves=44', { size: { width, height } });
      const more = page.getByRole('button', { name: 'More' });
      const unbeatable = page.getByRole('link', { name: 'Unbeatable' });
      await page.getByRole('link', { name: 'Learn' }).waitFor();
      expect(!(await unbeatable.isVisible()) && (await more.getAttribute('aria-expanded')) === 'false', 'the menu is open');
      await more.click();
      for (const what of [unbeatable, page.getByRole('link', { name: 'Heuristics' }), page.getByRole('button', { name: 'Settings' })]) {
        const { x, y, width: w, height: h } = await what.boundingBox();
        expect(x >= 0 && y >= 0 && x + w <= width && y + h <= height && h >= 44, `${x} ${y} ${w} ${h} is no place for a finger`);
      }
      await desk.axe();
      await desk.keep(`more ${width}`);
      // Escape and a press elsewhere close it; the focus is not lost.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      await unbeatable.waitFor({ state: 'hidden' });
      expect(await more.evaluate((button) => button === document.activeElement), 'the focus is lost');
      await page.keyboard.press('Enter');
      await unbeatable.waitFor();
      await page.mouse.click(3, 300);
      await unbeatable.waitFor({ state: 'hidden' });
      await more.click();
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await more.evaluate((button) => button === document.activeElement), 'the focus is lost behind the dialog');
      await more.click();
      await page.getByRole('link', { name: 'Heuristics' }).click();
      await page.waitForFunction(() => location.pathname === '/heuristics' && location.search.includes('moves=44'));
      await unbeatable.waitFor({ state: 'hidden' });
    }
  });

  test('the board does not move while a game is played', async (desk) => {
    for (const [title, cells, against] of [['Connect Four', ['d1', 'c1', 'e1', 'b1'], 'level:5'], ['Desconecta-4 Boom', ['a1', 'd1', 'g1', 'b1', 'e1', 'c1'], 'level:2'], ['Gomoku', ['h8', 'c3', 'd12'], 'level:1']]) {
      const page = await desk.open('/?seed=5', { size: PHONE });
      await desk.newGame({ title, role: 'You, moving first', against });
      await desk.waitForHeading(/^Your move/);
      const before = await box(page);
      // Every frame is watched, not only those after an answer.
      await page.evaluate(() => {
        globalThis.tops = new Set();
        const look = () => {
          const { top, left, width } = document.querySelector('.board').getBoundingClientRect();
          globalThis.tops.add(`${top} ${left} ${width}`);
          requestAnimationFrame(look);
        };
        look();
      });
      let ply = 0;
      for (const cell of cells) {
        await desk.playByPointer(cell);
        ply += 2;
        await desk.waitForPly(ply);
      }
      await page.getByRole('button', { name: 'Hint' }).tap();
      await page.getByText(/^Try /).waitFor();
      await desk.resign();
      await desk.waitForHeading(/^You resigned/);
      const seen = await page.evaluate(() => [...globalThis.tops]);
      expect(seen.length === 1, `${title}: the board stood at ${seen.join(', ')}`);
      const after = await box(page);
      expect(after.y === before.y, `${title}: the board moved from ${before.y} to ${after.y}`);
    }
  }, { touch: true });

  test('the confirm control never covers the cell', async (desk) => {
    const page = await desk.open('/', { size: PHONE });
    await desk.newGame({ title: 'Gomoku', role: 'Two people here' });
    for (const cell of ['h1', 'h15', 'a1', 'o15', 'h8', 'h7', 'h9']) {
      await page.locator(`[data-at="${cell}"]`).tap();
      await page.locator('button.confirm').waitFor();
      const [button, target] = [await page.locator('button.confirm').boundingBox(), await page.locator(`[data-at="${cell}"]`).boundingBox()];
      const apart = button.y >= target.y + target.height || button.y + button.height <= target.y;
      expect(apart, `the control at ${button.y} covers ${cell} at ${target.y}`);
    }
    await desk.keep('confirm');
  }, { touch: true });

  test('two fingers zoom a large board and move it', async (desk) => {
    const page = await desk.open('/?game=gomoku:20', { size: PHONE });
    await page.waitForSelector('.grid.active');
    const client = await page.context().newCDPSession(page);
    const touch = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const { x, y, width } = await box(page);
    const [cx, cy] = [x + width / 2, y + width / 2];
    const cell = async () => (await page.locator('[data-at="j10"]').boundingBox()).width;
    const before = await cell();
    await touch('touchStart', [[cx - 30, cy], [cx + 30, cy]]);
    for (const apart of [50, 70, 90]) await touch('touchMove', [[cx - apart, cy], [cx + apart, cy]]);
    await touch('touchEnd', []);
    const zoomed = await cell();
    expect(zoomed > 2.5 * before, `a cell grew from ${before} to ${zoomed}`);
    const place = async () => (await page.locator('[data-at="j10"]').boundingBox()).x;
    const from = await place();
    await touch('touchStart', [[cx - 60, cy], [cx + 60, cy]]);
    for (const by of [20, 40]) await touch('touchMove', [[cx - 60 + by, cy], [cx + 60 + by, cy]]);
    await touch('touchEnd', []);
    expect((await place()) > from + 20, 'the board did not follow the fingers');
    await desk.keep('zoomed');
    await page.locator('[data-at="j10"]').tap();
    const confirm = page.locator('button.confirm');
    if (await confirm.isVisible()) await confirm.tap();
    await desk.waitForPly(1);
    expect((await desk.saved()).moves[0] === 'j10', 'not the cell that was tapped');
    await page.getByRole('button', { name: 'Whole board' }).tap();
    expect(Math.abs((await cell()) - before) < 1, 'the board is not whole again');
  }, { touch: true });

  test('letters and scores can be read, and scores keep apart', async (desk) => {
    for (const [path, width] of [['/analyse?game=gomoku:20&moves=j10k11j11j12i10k10', 390], ['/analyse?game=gomoku&moves=h8i9h9h10g8i8', 390], ['/analyse?game=gomoku:22&moves=j10', 320], ['/analyse?game=mnk:22x22x5%2Bgravity&moves=kl', 390], ['/analyse?game=connect4:9x7&moves=55', 320], ['/analyse?game=boom&moves=1234567123', 320]]) {
      const page = await desk.open(path, { size: { width, height: 844 } });
      await page.waitForSelector('[data-score]');
      const found = await page.evaluate(() => {
        const svg = document.querySelector('.board svg');
        const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        const sizes = [...svg.querySelectorAll('text')].map((text) => Number(text.getAttribute('font-size')) * scale);
        const boxes = [...svg.querySelectorAll('[data-score] rect')].map((rect) => rect.getBoundingClientRect());
        const collide = boxes.filter((a, i) => boxes.some((b, j) => j > i && a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5));
        const inside = [...svg.querySelectorAll('text')].every((text) => text.getBoundingClientRect().left >= svg.getBoundingClientRect().left - 1);
        return { least: Math.min(...sizes), collide: collide.length, inside };
      });
      expect(found.least >= 11, `${path}: letters of ${found.least} px`);
      expect(found.collide === 0, `${path}: ${found.collide} scores collide`);
      expect(found.inside, `${path}: a letter leaves the board`);
      await desk.keep(`${width} ${path.split('game=')[1].slice(0, 12)}`);
    }
  });
}
