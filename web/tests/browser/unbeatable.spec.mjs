// Unbeatable: the proven strategy as coach and as opponent, its map, its trainer, its booklet.
import { expect, LAPTOP, PHONE } from './desk.mjs';

const part = (page, name) => page.locator('label', { hasText: new RegExp(`^\\s*${name}\\s*$`) }).first().click();
const told = (page) => page.locator('ol li').allInnerTexts();
const advice = (desk, moves, variant = 'plans') => desk.api('strategy', { game: 'connect4', position: '-', moves, variant });

/** Plays into a column: its lowest cell that is empty takes the stone. */
async function drop(page, column) {
  await page.locator(`[data-at="${'abcdefg'[Number(column) - 1]}6"]`).click();
}

export default function define(test) {
  test('the coach names the line and the reason of every move, and wins', async (desk) => {
    const page = await desk.open('/unbeatable', { size: LAPTOP });
    await part(page, '1');
    const card = page.locator('.cards .card').first();
    for (let turn = 0; turn < 21; turn++) {
      await page.waitForFunction((n) => document.querySelector('.grid.active') || /won/.test(document.querySelector('.cards')?.textContent), turn);
      const text = await card.innerText();
      if (/The first player won/.test(text)) break;
      const column = /column (\d)|Column (\d)/.exec(text);
      expect(column, `no column in: ${text}`);
      await drop(page, column[1] ?? column[2]);
      await page.waitForFunction((n) => document.querySelectorAll('ol li').length > n, turn);
    }
    expect(/The first player won/.test(await card.innerText()), `not won: ${await card.innerText()}`);
    const said = await told(page);
    expect(/Line 1 of the strategy/.test(said[0]), said[0]);
    expect(said.every((one) => /Line \d+|Block|Plan|completes four/.test(one)), said.join(' | '));
    await desk.keep('coach');
  });

  test('against the second player the strategy says why, and wins', async (desk) => {
    const page = await desk.open('/unbeatable', { size: LAPTOP });
    await part(page, 'second, against it');
    const over = () => page.locator('.cards .card').first().innerText().then((text) => /The first player won/.test(text));
    for (let turn = 1; turn < 22; turn++) {
      await page.waitForFunction((n) => document.querySelectorAll('ol li').length >= n, turn);
      await page.waitForFunction(() => document.querySelector('.grid.active') || /player won/.test(document.querySelector('.cards')?.textContent));
      if (await over()) break;
      const free = await page.evaluate(() => [...'abcdefg'].findIndex((col) => !document.querySelector(`.stones [data-cell="${col}6"]`)));
      await drop(page, free + 1);
    }
    expect(await over(), 'the strategy did not win');
    const said = await told(page);
    expect(said.every((one) => /Line \d+|Block|Plan|completes four/.test(one)), said.join(' | '));
  });

  test('who leaves the strategy is told so', async (desk) => {
    const page = await desk.open('/unbeatable', { size: LAPTOP });
    await page.waitForSelector('.grid.active');
    await drop(page, 1);
    await page.waitForFunction(() => /left the strategy/.test(document.querySelector('.cards')?.textContent));
    expect(/played otherwise/.test((await told(page))[0]), 'the list does not say it');
  });

  test('the map leads from reply to reply', async (desk) => {
    const page = await desk.open('/unbeatable', { size: LAPTOP });
    await part(page, 'Map');
    await page.waitForFunction(() => document.querySelectorAll('.group button').length === 7);
    await page.locator('.group button', { hasText: /^2$/ }).click();
    const { move } = await advice(desk, ['4', '2']);
    await page.waitForFunction((wanted) => document.querySelector('.card h2')?.textContent.includes(`column ${wanted}`), move);
    await page.locator('.plans button').first().click();
    expect((await page.locator('.plans li .row button').count()) > 0, 'a plan shows none of its positions');
  });

  test('the trainer keeps what was missed', async (desk) => {
    const page = await desk.open('/unbeatable', { size: PHONE });
    await part(page, 'Trainer');
    await page.waitForSelector('.grid.active');
    await drop(page, 1);
    await page.waitForFunction(() => /the strategy plays column 4/.test(document.querySelector('.cards')?.textContent));
    await page.reload();
    await part(page, 'Trainer');
    await page.getByText(/1 being learnt/).waitFor();
    await desk.expectNoSidewaysScroll();
    await desk.axe();
  });

  test('the booklet has a board for every line of the opening', async (desk) => {
    const page = await desk.open('/unbeatable', { size: LAPTOP, locale: 'pt-BR' });
    const { lines } = await desk.api('lines', { variant: 'plans' });
    const opening = lines.filter(({ moves }) => moves.length <= 6).length;
    await page.locator('label').nth(3).click();
    await page.waitForFunction((n) => document.querySelectorAll('figure [role=grid], figure svg').length >= n, opening);
    expect((await page.locator('figure').count()) === opening, `not ${opening} boards`);
    await page.emulateMedia({ media: 'print' });
    expect(!(await page.locator('header').first().isVisible()), 'the header is printed');
    expect(!/page\.|proof\./.test(await page.locator('.booklet').innerText()), 'a sentence is missing');
  });
}
