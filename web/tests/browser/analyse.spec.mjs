// Analysis and heuristics: scores, keys, variations, addresses, notations, pictures, editing.
import { readFileSync } from 'node:fs';
import { expect, PHONE } from './desk.mjs';

const depth = (page) => page.waitForFunction(() => document.querySelectorAll('[data-score]').length > 0);

export default function define(test) {
  test('scores stand on the board and stay until switched off', async (desk) => {
    const page = await desk.open('/analyse?game=connect4&moves=4453');
    // Exact scores arrive one by one.
    await page.waitForFunction(() => document.querySelectorAll('[data-score]').length === 7);
    await page.locator('[data-at="d3"]').click();
    await page.waitForFunction(() => document.querySelectorAll('[data-cell]').length === 5);
    await depth(page);
    await page.getByRole('button', { name: 'Scores' }).click();
    expect((await page.locator('[data-score]').count()) === 0, 'scores are still shown');
    await desk.keep('analyse');
  });

  test('the numbers are those of the engine', async (desk) => {
    for (const [position, words] of [['b2a1', 'With best play it is a draw'], ['b2a2', 'You win in 3 moves']]) {
      const page = await desk.open(`/analyse?game=mnk:3x3x3&moves=${position}`);
      await page.waitForFunction(() => document.querySelectorAll('[data-score]').length === 7);
      await page.getByText(words).first().waitFor();
      await desk.settled();
      const shown = await page.locator('[data-score]').evaluateAll((all) => all.map((mark) => [mark.dataset.score, mark.textContent]));
      const moves = await desk.analysis({ game: 'mnk:3x3x3', position, limits: { time: 2 }, lines: 7 });
      for (const [move, text] of shown) {
        const { score } = moves.find((found) => found.move === move);
        // People count the moves of the side that wins.
        const told = score.win ? `▲${Math.ceil(score.win / 2)}` : score.loss ? `▼${Math.ceil(score.loss / 2)}` : '=';
        expect(told === text, `${move} is ${JSON.stringify(score)}, the board says ${text}`);
      }
      // The best moves stand out, and only they.
      const best = moves.filter(({ score }) => JSON.stringify(score) === JSON.stringify(moves[0].score)).length;
      const strong = await page.locator('[data-score] text[font-weight="800"]').count();
      expect(strong === best && shown.length > 0, `${strong} moves stand out, ${best} are best`);
    }
    const exact = await desk.open('/analyse?game=connect4&moves=4455');
    await exact.waitForFunction(() => document.querySelectorAll('[data-score] text').length === 7);
    await desk.settled();
    const best = await exact.locator('[data-score]', { has: exact.locator('text[font-weight="800"]') }).evaluateAll((all) => all.map((mark) => mark.dataset.score).sort());
    expect(best.join(' ') === '3 6', `${best.join(' ')} stand out instead of 3 and 6`);
  });

  test('keys walk through the game and its variations', async (desk) => {
    const page = await desk.open('/analyse?game=connect4&moves=445566');
    const stones = (count) => page.waitForFunction((n) => document.querySelectorAll('[data-cell]').length === n, count);
    await stones(6);
    await page.locator('body').press('ArrowLeft');
    await stones(5);
    await page.locator('body').press('Home');
    await stones(0);
    await page.locator('body').press('End');
    await stones(6);
    await page.locator('body').press('ArrowLeft');
    await stones(5);
    await depth(page);
    await page.locator('[data-at="a1"]').click();
    await stones(6);
    await page.locator('.aside').first().waitFor();
    await page.getByRole('button', { name: 'Make this the main line' }).click();
    await page.locator('h1').click();
    await depth(page);
    await page.locator('body').press(' ');
    await stones(7);
    await page.locator('body').press('f');
    await page.getByRole('button', { name: 'Flip the board', pressed: true }).waitFor();
    await page.locator('body').press('?');
    await page.getByRole('dialog').waitFor();
    await desk.keep('help');
  });

  test('buttons under the board walk through the game', async (desk) => {
    const page = await desk.open('/analyse?game=connect4&moves=4456');
    const button = (name) => page.getByRole('button', { name, exact: true });
    // Four stones, and the last move is the one that stands out in the list.
    const at = (ply) =>
      page.waitForFunction(([count, moves]) => {
        const now = document.querySelector('.list [aria-current]')?.textContent.trim() ?? '';
        return document.querySelectorAll('.stones [data-cell]').length === count && now === (moves[count - 1] ?? '');
      }, [ply, '4456']);
    await at(4);
    expect((await button('One move forward').isDisabled()) && (await button('To the end').isDisabled()), 'there is something after the end');
    for (const [name, ply] of [['One move back', 3], ['One move back', 2], ['One move forward', 3], ['To the start', 0], ['To the end', 4], ['To the start', 0], ['One move forward', 1]]) {
      await button(name).click();
      await at(ply);
    }
    await button('One move back').click();
    await at(0);
    expect((await button('One move back').isDisabled()) && (await button('To the start').isDisabled()), 'there is something before the start');
  });

  test('an address is shared and reopened', async (desk) => {
    const page = await desk.open('/analyse?game=gomoku:9&moves=e5d4');
    await page.waitForSelector('.grid.active');
    await page.locator('[data-at="f6"]').click();
    await page.waitForFunction(() => location.search.includes('e5d4f6'));
    const address = page.url();
    const other = await desk.open(address.slice(desk.site.length), { size: PHONE });
    await other.waitForFunction(() => document.querySelectorAll('[data-cell]').length === 3);
    await desk.expectNoSidewaysScroll();
    await desk.keep('shared');
  });

  test('a broken address opens the start with a notice', async (desk) => {
    for (const path of ['/analyse?game=connect4&moves=49', '/analyse?game=chess', '/?game=gomoku&moves=zz']) {
      const page = await desk.open(path);
      await page.locator('.notice', { hasText: 'broken' }).waitFor();
      expect((await page.locator('[data-cell]').count()) === 0, 'not the start position');
    }
  });

  test('every notation is copied and pasted', async (desk) => {
    const page = await desk.open('/analyse?game=gomoku&moves=h8i9');
    const text = (name) => page.getByLabel(name, { exact: true }).inputValue();
    await page.waitForFunction(() => document.querySelectorAll('[data-cell]').length === 2);
    expect((await text('Moves')) === 'h8i9', await text('Moves'));
    expect((await text('Row, column from the top')) === '7,7 6,8', await text('Row, column from the top'));
    const diagram = await text('Diagram');
    const paste = async (pasted, stones) => {
      await page.getByLabel('Paste a game or a position').fill(pasted);
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await page.waitForFunction((n) => document.querySelectorAll('[data-cell]').length === n, stones);
    };
    await paste('a1b2c3', 3);
    await paste('7, 7 6, 8 5, 5 1, 1', 4);
    await paste(diagram, 2);
    await page.getByLabel('Paste a game or a position').fill('a99');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.locator('[role=alert]').waitFor();
  });

  test('the board is saved as SVG and PNG', async (desk) => {
    const page = await desk.open('/analyse?game=boom&moves=123');
    await page.waitForFunction(() => document.querySelectorAll('[data-cell]').length === 3);
    for (const [kind, begins] of [['SVG', '<svg'], ['PNG', '\u0089PNG']]) {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: kind }).click();
      const bytes = readFileSync(await (await saving).path(), 'latin1');
      expect(bytes.startsWith(begins), `${kind}: ${bytes.slice(0, 20)}`);
      expect(!bytes.includes('var(--'), 'a style variable was saved');
    }
  });

  test('a board is set up by hand', async (desk) => {
    const page = await desk.open('/analyse?game=gomoku:9');
    await page.waitForSelector('.grid.active');
    await page.getByRole('button', { name: 'Set up the board' }).click();
    await page.locator('[data-at="e5"]').click();
    await page.locator('label', { hasText: 'White' }).first().click();
    await page.locator('[data-at="d4"]').click();
    await page.locator('[data-at="c3"]').click();
    await page.getByRole('button', { name: 'Use this position' }).click();
    await page.getByRole('meter').waitFor();
    await page.waitForFunction(() => location.search.includes('diagram:'));
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('[data-cell]').length === 3);
  });

  test('where the second player begins, the list of moves says so', async (desk) => {
    const rows = [...Array(8).fill('.........'), '....x....'].join('/');
    const page = await desk.open(`/analyse?game=gomoku:9&start=diagram:${rows}%20o`);
    await page.waitForSelector('.grid.active');
    for (const [i, cell] of ['a9', 'b9', 'c9'].entries()) {
      await page.locator(`[data-at="${cell}"]`).click();
      await page.waitForFunction((n) => document.querySelector('.grid.active') && document.querySelectorAll('[data-cell]').length === n, i + 2);
    }
    const list = (await page.getByRole('group', { name: 'Game' }).locator('.pair').allInnerTexts()).map((row) => row.split(/\s+/).join(' '));
    expect(list.join(' / ') === '1 … a9 / 2 b9 c9', list.join(' / '));
  });

  test('heuristics show where their points come from, side by side', async (desk) => {
    const page = await desk.open('/heuristics?game=connect4&moves=445');
    await page.getByText('126.1').waitFor();
    expect((await page.locator('.panel').count()) === 2, 'not two panels');
    await page.locator('.panel').first().locator('li button').first().hover();
    await page.waitForFunction(() => document.querySelector('.panel .marks rect'));
    await desk.keep('heuristics');
    await page.locator('.panel').nth(1).locator('select').selectOption('quadras-plano');
    await page.locator('label', { hasText: 'Yellow' }).click();
    await page.getByText('−126.1').waitFor();
  });
}
