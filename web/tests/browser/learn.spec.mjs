// Puzzles, the sheet to print, and lessons.
import { expect, LAPTOP, PHONE } from './desk.mjs';

const READY = '.parts';
const open = async (desk, path, options) => {
  const page = await desk.open('/', options);
  await page.goto(`${desk.site}${path}`);
  await page.waitForSelector(READY);
  return page;
};

/** A puzzle with everything about it. */
async function puzzleOf(desk, fits) {
  const { puzzles } = await desk.api('puzzles', {});
  const { id } = puzzles.find(fits);
  const whole = await desk.api('puzzles', { ids: [id] });
  return whole.puzzles[0];
}

/** Plays a move on the board that is shown. */
async function press(desk, view, move) {
  if (view.landing[move]) return desk.playByPointer(view.landing[move]);
  return desk.page.getByRole('button', { name: 'BOOM' }).click();
}

export default function define(test) {
  test('a puzzle has an address, answers a wrong try on the board and accepts the right one', async (desk) => {
    for (const game of ['connect4', 'boom', 'renju']) {
      const puzzle = await puzzleOf(desk, (row) => row.game === game && row.goal === 'win' && row.difficulty <= 3);
      const { view, solution, position } = puzzle.task;
      const page = await open(desk, `/learn?puzzle=${puzzle.id}`, { size: LAPTOP });
      await desk.waitForHeading(/to move and win$/);
      const wrong = view.legal.find((move) => move !== solution[0] && view.landing[move]);
      const answer = await desk.api('try', { game, position, moves: [wrong], goal: 'win' });
      expect(answer.kept === false, `${wrong} is accepted`);
      await press(desk, view, wrong);
      await page.getByText(`${wrong} is not it.`).waitFor();
      await page.waitForFunction((count) => document.querySelectorAll('[data-step]').length === count, Math.min(answer.line.length + 1, 5));
      await desk.keep(`${game} wrong`);
      await page.getByRole('button', { name: 'Try again' }).click();
      await press(desk, view, solution[0]);
      await page.getByText(`Right! ${solution[0]} is the only move.`).waitFor();
      await page.getByRole('button', { name: 'Next puzzle' }).waitFor();
      await desk.axe();
      await desk.keep(`${game} right`);
    }
  });

  test('a win is played out move by move', async (desk) => {
    const puzzle = await puzzleOf(desk, (row) => row.game === 'connect4' && row.theme === 'double-threat' && row.difficulty === 1);
    const { view, solution, position } = puzzle.task;
    const page = await open(desk, `/learn?puzzle=${puzzle.id}`, { size: LAPTOP });
    await desk.waitForHeading(/to move and win$/);
    await press(desk, view, solution[0]);
    await page.getByRole('button', { name: 'Play it out' }).click();
    await page.getByText(/keep the win/).waitFor();
    const after = await desk.api('try', { game: 'connect4', position, moves: [solution[0]], goal: 'win' });
    const next = [];
    for (const move of after.view.legal) {
      const tried = await desk.api('try', { game: 'connect4', position, moves: [solution[0], after.reply, move], goal: 'win' });
      if (tried.kept) next.push(move);
    }
    await press(desk, after.view, next.at(-1));
    await page.getByText(`Right! ${next.at(-1)} keeps the result.`).waitFor();
  });

  test('the puzzle of the day, its streak, and the way there from the start page', async (desk) => {
    const page = await desk.open('/', { size: PHONE });
    await page.getByRole('link', { name: 'Learn' }).tap();
    await page.getByRole('link', { name: 'Puzzles' }).tap();
    await desk.waitForHeading(/^Puzzle of the day$/);
    await desk.expectNoSidewaysScroll();
    await desk.axe();
    await desk.keep('choose');
    await page.getByRole('button', { name: 'Solve' }).first().tap();
    await page.waitForSelector('[role=grid]');
    const id = await page.evaluate(() => new URLSearchParams(location.search).get('puzzle'));
    const { puzzles } = await desk.api('puzzles', { ids: [id] });
    const { view, solution } = puzzles[0].task;
    await press(desk, view, solution[0]);
    await page.getByText(/^Right!/).waitFor();
    await desk.keep('right');
    await page.getByText('Solved one day in a row: come back tomorrow').waitFor();
    await page.getByRole('button', { name: 'Choose other puzzles' }).tap();
    await page.getByText('✓ solved').waitFor();
    await page.reload();
    await page.getByText('Solved one day in a row: come back tomorrow').waitFor();
  }, { touch: true });

  test('puzzles are chosen by game, theme and difficulty', async (desk) => {
    const page = await open(desk, '/learn?puzzle=', { size: LAPTOP });
    const { puzzles } = await desk.api('puzzles', {});
    await page.getByLabel('Game').selectOption('boom');
    await page.getByLabel('Theme').selectOption('explosion');
    const count = puzzles.filter((row) => row.game === 'boom' && row.theme === 'explosion').length;
    await page.getByText(`${count} puzzles.`).waitFor();
    await page.getByRole('button', { name: 'Solve' }).last().click();
    await page.waitForSelector('[role=grid]');
    const id = await page.evaluate(() => new URLSearchParams(location.search).get('puzzle'));
    const found = puzzles.find((row) => row.id === id);
    expect(found.game === 'boom' && found.theme === 'explosion', JSON.stringify(found));
    // Back leads to the choice.
    await page.goBack();
    await desk.waitForHeading(/^Puzzle of the day$/);
  });

  test('an address of no puzzle says so and offers others', async (desk) => {
    const page = await open(desk, '/learn?puzzle=nothing', { size: LAPTOP });
    await page.getByRole('alert').getByText("there is no puzzle 'nothing'").waitFor();
    await desk.waitForHeading(/^Puzzle of the day$/);
  });

  test('a sheet prints on A4 with the solutions on the last page', async (desk) => {
    const page = await open(desk, '/learn?puzzle=', { size: LAPTOP });
    await page.getByLabel('Game').selectOption('connect4');
    await page.getByRole('button', { name: 'Make a sheet to print' }).click();
    await page.waitForFunction(() => document.querySelectorAll('figure svg').length >= 12);
    expect((await page.locator('.solutions li').count()) === 12, 'not twelve solutions');
    const ids = await page.evaluate(() => new URLSearchParams(location.search).get('sheet').split(','));
    const { puzzles } = await desk.api('puzzles', { ids });
    const told = await page.locator('.solutions li b').allInnerTexts();
    expect(told.join(' ') === puzzles.map((row) => row.task.solution[0]).join(' '), told.join(' '));
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 688, height: 1017 });
    const hidden = await page.evaluate(() => getComputedStyle(document.querySelector('.parts')).display);
    expect(hidden === 'none', `the parts are ${hidden} on paper`);
    const breaks = await page.evaluate(() => getComputedStyle(document.querySelector('.solutions')).breakBefore);
    expect(breaks === 'page', `the solutions begin with ${breaks}`);
    const pdf = await page.pdf({ format: 'A4', printBackground: true });
    // Page objects of the PDF: twelve boards on two pages or more, then the solutions.
    const pages = (pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g) ?? []).length;
    expect(pages >= 3 && pages <= 5, `${pages} pages`);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize(LAPTOP);
    await desk.keep('sheet');
  });

  test('a lesson shows, asks, and ends in puzzles', async (desk) => {
    const page = await open(desk, '/learn?lesson=', { size: PHONE });
    await desk.waitForHeading(/^Lessons$/);
    await page.waitForFunction(() => document.querySelectorAll('.list li').length === 15);
    await desk.axe();
    await desk.keep('list');
    await page.getByRole('link', { name: 'Threats', exact: true }).tap();
    await page.getByText(/Three discs in line/).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('[data-lit]').length === 2);
    await desk.expectNoSidewaysScroll();
    await desk.keep('look');
    await page.getByRole('button', { name: 'Next' }).tap();
    await desk.playByPointer('a3');
    await page.getByText('1 is not it.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).tap();
    await desk.playByPointer('d1');
    await page.getByText(/^Right! 4/).waitFor();
    await page.getByRole('button', { name: 'Next' }).tap();
    await desk.playByPointer('d1');
    await page.getByText(/^Right! 4/).waitFor();
    await page.getByRole('button', { name: 'Now puzzles' }).tap();
    await desk.waitForHeading(/to move and win$/);
    await page.getByRole('link', { name: 'Lessons' }).tap();
    await page.locator('li', { hasText: /^\s*Threats/ }).getByText('✓').waitFor();
  }, { touch: true });

  test('puzzles and lessons speak three languages', async (desk) => {
    const told = [
      ['pt-BR', /Desafio do dia/, 'Lições', 'Ameaças', /Três discos em linha/],
      ['es-ES', /Problema del día/, 'Lecciones', 'Amenazas', /Tres fichas en línea/],
    ];
    for (const [locale, daily, lessons, title, words] of told) {
      const page = await open(desk, '/learn?puzzle=', { locale, size: LAPTOP });
      await desk.waitForHeading(daily);
      await page.getByRole('link', { name: lessons }).click();
      await page.getByRole('link', { name: title, exact: true }).click();
      await page.getByText(words).waitFor();
    }
  });

  test('puzzles and lessons in the dark', async (desk) => {
    const puzzle = await puzzleOf(desk, (row) => row.game === 'gomoku');
    for (const size of [PHONE, LAPTOP]) {
      const page = await open(desk, `/learn?puzzle=${puzzle.id}`, { size, colorScheme: 'dark' });
      await page.waitForSelector('[role=grid]');
      await desk.axe();
      await desk.keep(`puzzle ${size.width}`);
      await page.goto(`${desk.address}/learn?lesson=gomoku-forbidden`);
      await page.waitForFunction(() => document.querySelectorAll('[data-lit]').length === 1);
      await desk.keep(`lesson ${size.width}`);
    }
  });
}
