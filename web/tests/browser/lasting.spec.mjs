// Nothing is lost: variations, studies, running games; seats change hands, engines can be stopped.
import { expect, PHONE } from './desk.mjs';

const stones = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.stones [data-cell]').length === n, count);

export default function define(test) {
  test('variations and the main line survive a reload', async (desk) => {
    const page = await desk.open('/analyse?game=connect4&moves=445566');
    await stones(page, 6);
    await page.locator('body').press('ArrowLeft');
    await stones(page, 5);
    await page.locator('[data-at="a1"]').click();
    await stones(page, 6);
    await page.getByRole('button', { name: 'Make this the main line' }).click();
    const list = () => page.locator('.list').innerText();
    const before = await list();
    await page.reload();
    await stones(page, 6);
    expect((await list()) === before, `${before} became ${await list()}`);
    // The main line still leads to the variation that was promoted.
    await page.locator('body').press('Home');
    await stones(page, 0);
    await page.reload();
    await stones(page, 0);
    await page.locator('body').press('End');
    await stones(page, 6);
    expect(await page.locator('[data-cell="a1"]').count() === 1, 'the main line is the old one');
    expect((await list()) === before, 'a variation is gone');
  });

  test('another study leaves the first one in a list', async (desk) => {
    const page = await desk.open('/analyse?game=gomoku:9&moves=e5d4');
    await stones(page, 2);
    await page.getByRole('button', { name: 'Analyse another game' }).click();
    await page.getByRole('dialog').locator('.tiles label', { hasText: 'Any board' }).click();
    await page.getByRole('dialog').locator('button.primary').click();
    await stones(page, 0);
    await page.reload();
    await page.getByRole('button', { name: /Gomoku 9 × 9\s*2 moves/ }).click();
    await stones(page, 2);
    // Addresses opened from outside put it aside too; the one that was put aside last stands first.
    for (const [moves, count] of [['445', 3], ['2', 1]]) {
      await page.goto(`${desk.site}/analyse?game=connect4&moves=${moves}`);
      await stones(page, count);
    }
    const listed = page.locator('section', { has: page.getByRole('heading', { name: 'Other studies' }) }).locator('.take');
    await page.waitForFunction(() => document.querySelectorAll('.take').length === 2);
    const names = (await listed.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
    expect(names.join(' | ') === 'Connect Four 3 moves | Gomoku 9 × 9 2 moves', names.join(' | '));
  });

  test('a running game waits in a list while another one is played', async (desk) => {
    const page = await desk.open('/?seed=3', { size: PHONE });
    await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:2' });
    await desk.playByPointer('d1');
    await desk.waitForPly(2);
    const before = await desk.saved();
    await desk.newGame({ title: 'Any board', role: 'Two people here' });
    await desk.playByPointer('b2');
    await desk.waitForPly(1);
    await page.reload();
    await page.getByRole('heading', { name: 'Games in progress' }).waitFor();
    await page.getByRole('button', { name: /^Connect Four\s*2 moves, against .*level 2/ }).click();
    await page.waitForFunction(() => JSON.parse(localStorage.getItem('alinea.play')).game === 'connect4');
    expect(JSON.stringify(await desk.saved()) === JSON.stringify(before), 'the game changed');
    await page.getByRole('button', { name: /^Tic-tac-toe\s*1 move,/ }).waitFor();
    await desk.keep('list');
  });

  test('the Analyse tab opens the game being played', async (desk) => {
    const page = await desk.open('/?seed=3');
    await desk.newGame({ title: 'Connect Four', role: 'Two people here' });
    for (const [i, cell] of ['d1', 'd2', 'e1'].entries()) {
      await desk.playByPointer(cell);
      await desk.waitForPly(i + 1);
    }
    await page.getByRole('link', { name: 'Analyse' }).click();
    await page.getByRole('meter').waitFor();
    await stones(page, 3);
    await page.waitForFunction(() => location.search.includes('moves=445'));
  });

  test('play on from any position of a study', async (desk) => {
    const page = await desk.open('/analyse?game=gomoku&moves=h8i9h9h10');
    await stones(page, 4);
    await page.locator('body').press('ArrowLeft');
    await stones(page, 3);
    await page.getByRole('button', { name: 'Play from here' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('label', { hasText: 'You, moving second' }).click();
    await dialog.getByLabel('Against').selectOption('level:1');
    await dialog.locator('button.primary').click();
    await desk.waitForHeading(/^Your move/);
    await stones(page, 3);
    await desk.playByPointer('a1');
    await desk.waitForPly(5);
  });

  test('play on from an earlier move of the game', async (desk) => {
    const page = await desk.open('/?seed=3');
    await desk.newGame({ title: 'Connect Four', role: 'Two people here' });
    for (const [i, cell] of ['d1', 'd2', 'e1', 'e2'].entries()) {
      await desk.playByPointer(cell);
      await desk.waitForPly(i + 1);
    }
    await page.locator('h1').click();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await desk.waitForHeading(/^Looking at move 2/);
    await page.getByRole('button', { name: 'Play from here' }).click();
    await desk.waitForHeading(/^Red to move/);
    await desk.playByPointer('a1');
    await desk.waitForPly(3);
    expect((await desk.saved()).moves.join('') === '441', (await desk.saved()).moves.join(''));
    // What was played before is still there, as a variation.
    await page.locator('.list .aside').waitFor();
  });

  test('a seat changes hands in the middle of a game', async (desk) => {
    const page = await desk.open('/?seed=3');
    await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:1' });
    await desk.playByPointer('d1');
    await desk.waitForPly(2);
    await page.getByLabel('Yellow', { exact: true }).selectOption('human');
    await desk.playByPointer('e1');
    await desk.waitForPly(3);
    await desk.waitForHeading(/^Yellow to move/);
    await page.getByLabel('Yellow', { exact: true }).selectOption('level:2');
    await desk.waitForPly(4);
  });

  test('two engines are paused, stepped and slowed', async (desk) => {
    const page = await desk.open('/?seed=2');
    await page.evaluate(() => localStorage.setItem('alinea.pace', '3'));
    await page.reload();
    await desk.newGame({ title: 'Connect Four', role: 'Watch two engines' });
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    const count = async () => (await desk.saved()).moves.length;
    const paused = await count();
    await page.getByRole('button', { name: 'One move' }).click();
    await desk.waitForPly(paused + 1);
    await page.getByRole('button', { name: 'One move' }).click();
    await desk.waitForPly(paused + 2);
    expect((await count()) === paused + 2, 'the engines did not wait');
    await page.reload();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    expect((await count()) === paused + 2, 'the engines did not wait after a reload');
    const pace = () => page.locator('.watch label', { has: page.locator('input:checked') }).innerText();
    expect((await pace()).trim() === 'very slow', `the pace is ${await pace()}`);
    await page.locator('.watch label', { hasText: /^\s*fast/ }).click();
    expect((await page.evaluate(() => localStorage.getItem('alinea.pace'))) === '0', 'fast is not fast');
    await page.getByRole('button', { name: 'Go on' }).click();
    await desk.waitForPly(paused + 4);
    await desk.keep('watch');
  });
}
