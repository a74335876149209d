// Names and rules: the head, the title, the rules with their pictures, the tiles, the end of a game.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, LAPTOP, PHONE } from './desk.mjs';

const ADDRESSES = [
  ['/?game=connect4', 'Connect Four', 'Drop discs, line up four.'],
  ['/?game=renju&moves=h8', 'Renju', 'Five in a row, with forbidden points for Black.'],
  ['/?game=boom', 'Desconecta-4 Boom', 'Four in a row loses. Bombs explode.'],
  ['/?game=mnk:5x4x4%2Bgravity%2Bmisere', '5 × 4 × 4', 'Stones fall. 4 in a row loses.'],
  ['/analyse?game=caro:19', 'Caro 19 × 19', 'Exactly five, not blocked at both ends.'],
];

/** Fills the middle of an empty board of 15 with a small one. */
function diagram(rows) {
  const left = Math.floor((15 - rows[0].length) / 2);
  const top = Math.floor((15 - rows.length) / 2);
  const all = Array.from({ length: 15 }, (_, i) => {
    const row = rows[i - top];
    return row ? '.'.repeat(left) + row + '.'.repeat(15 - left - row.length) : '.'.repeat(15);
  });
  const shift = (cell) => String.fromCharCode(cell.charCodeAt(0) + left) + (Number(cell.slice(1)) + 15 - top - rows.length);
  return { text: all.join('/'), shift };
}

export default function define(test) {
  test('the head and the title name the game and its rules', async (desk) => {
    for (const [path, title, rules] of ADDRESSES) {
      const page = await desk.open(path);
      const head = await page.locator('header .game').innerText();
      expect(head.includes(title) && head.includes(rules), `the head says ${head}`);
      const name = await page.title();
      expect(name.startsWith(`${title}: ${rules.replace(/\.$/, '')}`), `the title says ${name}`);
    }
  });

  test('the rules of every game have pictures, in three languages', async (desk) => {
    const words = [['en-US', 'Rules', /BOOM/, /Forbidden for Black/], ['pt-BR', 'Regras', /BOOM/, /Proibido para as pretas/], ['es-ES', 'Reglas', /BOOM/, /Prohibido para las negras/]];
    for (const [locale, name, boom, renju] of words) {
      for (const [game, pattern, count] of [['boom', boom, 4], ['renju', renju, 6], ['caro', /./, 4], ['mnk:3x3x3%2Bmisere', /3/, 2], ['connect4', /./, 2], ['standard', /./, 3], ['gomoku', /./, 2]]) {
        const page = await desk.open(`/?game=${game}`, { locale, size: PHONE });
        await page.getByRole('button', { name }).click();
        const dialog = page.getByRole('dialog');
        await dialog.waitFor();
        const rules = await dialog.locator('li').count();
        expect(rules === count, `${game} has ${rules} rules`);
        expect((await dialog.locator('li .vignette').count()) >= rules, 'a rule without a picture');
        expect(pattern.test(await dialog.innerText()), `${game} in ${locale}: ${await dialog.innerText()}`);
        await desk.expectNoSidewaysScroll();
        if (locale === 'en-US') await desk.keep(`rules ${game}`);
        if (game === 'boom') await desk.axe();
      }
    }
  });

  test('the forbidden points in the pictures are forbidden', async (desk) => {
    // The unit tests compare the pictures of the page with this file.
    const pictures = JSON.parse(readFileSync(join(import.meta.dirname, '../forbidden.json'), 'utf8'));
    await desk.open('/');
    for (const [rows, cell] of pictures) {
      const { text, shift } = diagram(rows);
      const view = await desk.api('view', { game: 'renju', position: `diagram:${text} x` });
      expect(view.forbidden.includes(shift(cell)), `${shift(cell)} is not among ${view.forbidden}`);
    }
  });

  test('all of a new game fits without scrolling', async (desk) => {
    // The words are longer in some languages: every tile, with the choices that need most room.
    for (const [locale, name] of [['pt-BR', 'Nova partida'], ['es-ES', 'Nueva partida']]) {
      for (const size of [PHONE, LAPTOP]) {
        const page = await desk.open('/', { size, locale });
        await page.getByRole('button', { name }).click();
        const dialog = page.getByRole('dialog');
        await dialog.locator('.tiles label').first().waitFor();
        for (const tile of await dialog.locator('.tiles label').all()) {
          await tile.click();
          const over = await dialog.evaluate((box) => box.scrollHeight - box.clientHeight);
          expect(over <= 0, `${locale}, ${await tile.innerText()}: ${over} px must be scrolled at ${size.width}`);
        }
      }
    }
    for (const size of [PHONE, LAPTOP]) {
      const page = await desk.open('/', { size });
      await page.getByRole('button', { name: 'New game' }).click();
      const dialog = page.getByRole('dialog');
      const tiles = dialog.locator('.tiles label');
      await tiles.first().waitFor();
      expect((await tiles.count()) === 7 && (await dialog.locator('.tiles .vignette').count()) === 7, 'not seven drawn tiles');
      for (const [title, role] of [['Connect Four', 'You, moving first'], ['Any board', 'Watch two engines'], ['Gomoku', 'Watch two engines']]) {
        await dialog.locator('.tiles label', { hasText: new RegExp(`${title}$`) }).first().click();
        await dialog.locator('label', { hasText: role }).click();
        const over = await dialog.evaluate((box) => box.scrollHeight - box.clientHeight);
        expect(over <= 0, `${title}, ${role}: ${over} px must be scrolled at ${size.width}`);
        await desk.keep(`${size.width} ${title} ${role}`);
      }
    }
  });

  test('a size that is not offered says so', async (desk) => {
    const page = await desk.open('/');
    await page.getByRole('button', { name: 'New game' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('.tiles label', { hasText: /^\s*Gomoku$/ }).click();
    await dialog.getByLabel('Board size').fill('30');
    await dialog.getByLabel('Board size').press('Tab');
    await dialog.getByText('From 5 to 22: other sizes are not offered.').waitFor();
    expect((await dialog.getByLabel('Board size').inputValue()) === '22', 'the size is not cut to the limit');
  });

  test('a win shows its line, says why, is remembered and leads to the next level', async (desk) => {
    const page = await desk.open('/?seed=1', { size: PHONE });
    await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:1' });
    for (;;) {
      const query = await desk.saved();
      const { move } = await desk.api('move', { ...query, engine: 'best' });
      await desk.playByPointer(await desk.landing(move));
      const after = await desk.api('view', { ...query, moves: [...query.moves, move] });
      await desk.waitForPly(query.moves.length + (after.outcome ? 1 : 2));
      if (after.outcome) break;
    }
    await desk.waitForHeading(/^You win!/);
    expect((await page.locator('.confetti svg').count()) > 0, 'nobody celebrates');
    await page.getByText(/^You lined up 4: ([a-g]\d ?){4}\.$/).waitFor();
    await page.locator('[data-line]').first().waitFor({ state: 'attached' });
    await page.getByLabel('Levels beaten in this game: 1 of 10').waitFor();
    await desk.keep('won');
    await desk.axe();
    // What to do next stands above the bar of pages.
    const bar = await page.getByRole('navigation').boundingBox();
    for (const name of [/^Next: /, /Rematch/, 'Review the game', 'Analyse this game']) {
      const box = await page.getByRole('button', { name }).boundingBox();
      expect(box.y + box.height <= bar.y, `${name} ends at ${box.y + box.height}, the bar begins at ${bar.y}`);
    }
    await page.getByRole('button', { name: /^Next: .*level 2/ }).click();
    await desk.waitForHeading(/^Your move/);
    const status = await page.locator('.status small').innerText();
    expect(/^against .*\(level 2\)$/.test(status), status);
    await page.reload();
    await page.getByRole('button', { name: 'New game' }).click();
    const options = await page.getByRole('dialog').getByLabel('Against').locator('option').allInnerTexts();
    expect(options.some((text) => /^✓ .*level 1\), beaten$/.test(text)), options.join(' | '));
  }, { touch: true });

  test('a win from a position that somebody set up beats no level', async (desk) => {
    const page = await desk.open('/?game=connect4&moves=445566');
    await desk.waitForHeading(/^Your move/);
    await page.keyboard.press('7');
    await desk.waitForHeading(/^You win!/);
    const kept = await page.evaluate(() => localStorage.getItem('alinea.beaten'));
    expect(kept === null, `the page remembers ${kept}`);
  });

  test('two people read who won, by colour, beside the board', async (desk) => {
    const page = await desk.open('/', { size: LAPTOP });
    await desk.newGame({ title: 'Connect Four', role: 'Two people here' });
    for (const [i, digit] of [...'1213141'].entries()) {
      await page.keyboard.press(digit);
      await desk.waitForPly(i + 1);
    }
    await desk.waitForHeading(/^Red wins/);
    await page.getByText('Red lined up 4: a1 a2 a3 a4.').waitFor();
    expect((await page.locator('.confetti').count()) === 0, 'somebody celebrates a win over a person');
    // What to do next needs no scrolling.
    for (const name of [/Rematch/, 'Review the game', 'Analyse this game']) {
      const box = await page.getByRole('button', { name }).boundingBox();
      expect(box.y + box.height <= LAPTOP.height, `${name} ends at ${box.y + box.height}`);
    }
  });

  test('nobody celebrates where motion is unwelcome', async (desk) => {
    const page = await desk.open('/?game=connect4&moves=445566', { reducedMotion: 'reduce' });
    await desk.waitForHeading(/^Your move/);
    await page.keyboard.press('7');
    await desk.waitForHeading(/^You win!/);
    expect((await page.locator('.confetti').count()) === 0, 'something drifts');
  });
}
