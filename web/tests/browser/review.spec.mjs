// The exact teacher on the page: a review of the game, one's own mistakes as exercises, games in and out.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, LAPTOP, PHONE } from './desk.mjs';

const stones = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.stones [data-cell]').length === n, count);

/** What `alinea review --json` says of each move, by its number. */
function reviewed(game, moves) {
  const { stdout } = spawnSync(process.env.ALINEA_BIN, ['review', game, moves, '--json'], { encoding: 'utf8' });
  const rows = stdout.trim().split('\n').map((line) => JSON.parse(line));
  const judged = new Map(rows.filter((row) => row.ply).map((row) => [row.ply, row]));
  return Object.assign(judged, { accuracy: rows.at(-1).accuracy });
}

// Red gives the win away with move 3, Yellow the game with move 4.
const GAME = '4455362';
const SIGNS = { best: '★', good: '✓', inaccuracy: '?!', mistake: '?', blunder: '??' };

/** Loses as Red in few moves: columns 1, 1, 1 while Yellow lines up on the right. */
async function playTogether(desk, moves, options) {
  const page = await desk.open('/', options);
  await desk.newGame({ title: 'Connect Four', role: 'Two people here' });
  for (const [i, digit] of [...moves].entries()) {
    await page.keyboard.press(digit);
    await desk.waitForPly(i + 1);
  }
  await desk.waitForHeading(/wins/);
  return page;
}

export default function define(test) {
  test('a review opens at the first turning point and judges every move', async (desk) => {
    const known = reviewed('connect4', GAME);
    expect(known.size === 7 && [...known.values()].filter((row) => row.turning_point).length === 2, JSON.stringify([...known.values()].map((row) => row.verdict)));
    const page = await playTogether(desk, GAME, { size: LAPTOP });
    await page.getByRole('button', { name: 'Review the game' }).click();
    const card = page.getByRole('region', { name: 'Review' });
    await card.getByText('Turning point 1 of 2').waitFor();
    // Before the move that turned the game: the move with its sign, the better one with a star.
    await stones(page, 2);
    const badges = await page.locator('[data-badge]').evaluateAll((all) => all.map((badge) => `${badge.dataset.on} ${badge.dataset.badge}`).sort());
    expect(badges.join(', ') === 'd3 ★, e1 ??', badges.join(', '));
    expect(await page.getByRole('button', { name: 'Scores' }).isDisabled(), 'scores are offered while the review has the board');
    await card.getByText(/Move 3, Red: 5, blunder\. 4 won; 5 loses\./).waitFor();
    await card.getByText('Better was 4.').first().waitFor();
    const accuracy = await card.locator('.accuracy').innerText();
    expect(/^Accuracy\s*Red \d+ %\s*Yellow \d+ %$/.test(accuracy), accuracy);
    const [red, yellow] = [known.accuracy.first, known.accuracy.second].map((value) => Math.round(value));
    expect(accuracy.includes(`Red ${red} %`) && accuracy.includes(`Yellow ${yellow} %`), `${accuracy} is not ${red} and ${yellow}`);
    // Every move of the list has the verdict of the command line.
    const list = page.getByRole('group', { name: 'Game' });
    for (const [ply, { verdict }] of known) {
      const text = await list.locator('button').nth(ply - 1).innerText();
      expect(text.includes(SIGNS[verdict]), `move ${ply} is ${verdict}, the list says ${text}`);
    }
    expect((await page.locator('[data-turn]').count()) === 2, 'not two turning points on the graph');
    await desk.axe();
    await desk.keep('turning point');
    // The refutation is walked on the board, then played.
    const { refutation, line } = known.get(3);
    const walk = card.locator('.refuted .line button');
    await walk.nth(2).hover();
    await page.waitForFunction((text) => [...document.querySelectorAll('[data-step] text')].map((step) => step.textContent).join('') === text, '123');
    await page.locator('h1').hover();
    await walk.nth(2).click();
    await stones(page, 5);
    const played = await page.evaluate(() => new URLSearchParams(location.search).get('moves'));
    expect(played.startsWith(`44${refutation.slice(0, 3).join('')}`), `${refutation} is played as ${played}`);
    // The next turning point is one press away, from anywhere.
    await card.getByRole('button', { name: 'Next turning point' }).click();
    await card.getByText('Turning point 2 of 2').waitFor();
    await stones(page, 3);
    await card.getByText(/Move 4, Yellow: 5, blunder/).waitFor();
    await card.getByRole('button', { name: 'Previous turning point' }).click();
    await stones(page, 2);
    expect(line[0] === '4', line.join(' '));
    await page.keyboard.press('ArrowLeft');
    await card.getByText(/Move 1, Red: 4, best move/).waitFor();
    await card.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Review the game' }).waitFor();
  });

  test('a review is stopped at any time and keeps what it has', async (desk) => {
    const moves = 'h8i9h9h10h7h6g8i8i10j7g11f8j9g10k9';
    const page = await desk.open(`/analyse?game=gomoku&moves=${moves}`, { size: LAPTOP });
    await page.getByRole('button', { name: 'Review the game' }).click();
    const card = page.getByRole('region', { name: 'Review' });
    await card.getByText(/^[2-9] of 15 moves judged/).waitFor();
    await card.getByRole('button', { name: 'Stop' }).click();
    await card.getByText(/Stopped: the last \d+ of 15 moves are judged\./).waitFor();
    const judged = await page.getByRole('group', { name: 'Game' }).locator('.sign').count();
    expect(judged >= 2 && judged < 15, `${judged} moves are judged`);
    await page.getByRole('button', { name: 'Judge all moves' }).waitFor();
  });

  test('from the end of a game to the first exercise in two taps, on a phone', async (desk) => {
    const page = await desk.open('/?seed=1', { size: PHONE });
    await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:10' });
    // Columns 1 and 7 lose to the solver.
    for (let ply = 0; ; ply += 2) {
      const query = await desk.saved();
      const view = await desk.api('view', query);
      if (view.outcome) break;
      const move = view.legal[ply % 4 === 0 ? 0 : view.legal.length - 1];
      await desk.playByPointer(view.landing[move]);
      const after = await desk.api('view', { ...query, moves: [...query.moves, move] });
      await desk.waitForPly(query.moves.length + (after.outcome ? 1 : 2));
    }
    await page.getByRole('button', { name: 'Review the game' }).tap();
    await page.getByRole('button', { name: /^Practise your mistakes \(\d+\)/ }).tap();
    await desk.waitForHeading(/^Red to move: find the better move/);
    await desk.expectNoSidewaysScroll();
    const exercise = (await page.evaluate(() => JSON.parse(localStorage.getItem('alinea.exercises'))))[0];
    await page.getByText(`In the game ${exercise.played} was played`).waitFor();
    const scored = await desk.analysis({ game: exercise.game, position: exercise.start, moves: exercise.moves, lines: 7, limits: { time: 5 } });
    const view = await desk.api('view', { game: exercise.game, position: exercise.start, moves: exercise.moves });
    // The move of the game is answered with its refutation, on the board.
    await desk.playByPointer(view.landing[exercise.played]);
    await page.getByText(`${exercise.played} is not it.`).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('[data-step]').length >= 2);
    await desk.axe();
    await desk.keep('wrong');
    await page.getByRole('button', { name: 'Try again' }).tap();
    // Any move that keeps the result is right, also one that takes longer.
    const sign = ({ score }) => Math.sign(score.exact);
    const keeps = scored.filter((found) => sign(found) === sign(scored[0]));
    const last = keeps.at(-1).move;
    await desk.playByPointer(view.landing[last]);
    await page.getByText(new RegExp(`^Right! ${last} `)).waitFor();
    await desk.keep('right');
    // What is left waits on the start page, one tap away.
    await page.goto(`${desk.site}/`);
    await page.getByText(/exercises? waits? for you/).waitFor();
    await page.getByRole('button', { name: 'Practise' }).tap();
    await desk.waitForHeading(/find the better move/);
  }, { touch: true });

  test('a review and its exercises speak three languages', async (desk) => {
    const told = [
      ['pt-BR', 'Revisar a partida', /Lance 3, Vermelho: 5, erro grave\./, /^Treinar os erros de Vermelho/, /encontre o lance melhor/, /Mostrar a resposta/, /A resposta é 4\./],
      ['es-ES', 'Revisar la partida', /Jugada 3, Rojo: 5, error grave\./, /^Practicar los errores de Rojo/, /encuentra la jugada mejor/, /Mostrar la respuesta/, /La respuesta es 4\./],
    ];
    for (const [locale, start, verdict, practise, find, show, answer] of told) {
      const page = await desk.open(`/analyse?game=connect4&moves=${GAME}`, { locale, size: LAPTOP });
      await page.getByRole('button', { name: start }).click();
      await page.getByText(verdict).waitFor();
      await page.getByRole('button', { name: practise }).click();
      await desk.waitForHeading(find);
      await page.getByRole('button', { name: show }).click();
      await page.getByText(answer).waitFor();
    }
  });

  test('games are pasted and dropped in every notation', async (desk) => {
    const page = await desk.open('/analyse?game=gomoku', { size: LAPTOP });
    const box = page.getByLabel('Paste a game or a position');
    const open = async (text) => {
      await box.fill(text);
      await page.getByRole('button', { name: 'Open', exact: true }).click();
    };
    const texts = [
      ['(;FF[4]GM[4]SZ[15];B[hh];W[ig];B[hg])', 3],
      ['Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\n8,7,0\n9,9,0\n', 4],
      ['START 15\nBOARD\n7,7,1\n8,6,2\nDONE\n', 2],
      ['1. h8 i9 2. h9 h10 3. g8', 5],
      [`${desk.address}/?game=connect4&moves=4455`, 4],
      ['445566', 6],
    ];
    for (const [text, count] of texts) {
      await open(text);
      await stones(page, count);
    }
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['(;FF[4]GM[4]SZ[15];B[hh];W[ig])'], 'game.sgf'));
      dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
    });
    await stones(page, 2);
  });

  test('several games in one text: the reader chooses', async (desk) => {
    const page = await desk.open('/analyse?game=gomoku', { size: PHONE });
    await page.getByLabel('Paste a game or a position').fill('(;FF[4]GM[4]SZ[15]PB[Ana]PW[Bea];B[hh];W[ig];B[hg])\n(;FF[4]GM[4]SZ[15]PB[Caio]PW[Davi];B[aa])');
    await page.getByRole('button', { name: 'Open', exact: true }).tap();
    const dialog = page.getByRole('dialog', { name: 'Which game?' });
    await dialog.getByText('2 games were found.').waitFor();
    await desk.keep('choose');
    await dialog.getByRole('button', { name: /Ana – Bea, 3 moves/ }).tap();
    await stones(page, 3);
  }, { touch: true });

  test('what is no game is refused with a sentence, and the page stays as it was', async (desk) => {
    const page = await desk.open('/analyse?game=gomoku&moves=h8i9', { size: LAPTOP });
    await stones(page, 2);
    const problem = page.getByRole('alert');
    const bad = [
      ['this is not a game', /\S/],
      ['1. h8 i9 2. h8', /h8/],
      ['(;FF[4]GM[4]SZ[15];B[hh];W[', /line 1/i],
      ['x'.repeat(200_000), /too much text: 196 kB\. At most 64 kB/],
    ];
    for (const [text, words] of bad) {
      await page.getByLabel('Paste a game or a position').fill(text);
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await page.waitForFunction((source) => new RegExp(source, 'i').test(document.querySelector('[role=alert]')?.textContent ?? ''), words.source);
      expect((await problem.innerText()).trim().length > 10, 'no sentence');
      await stones(page, 2);
    }
  });

  test('a game is saved as SGF, PSQ and an animated picture', async (desk) => {
    const page = await desk.open('/analyse?game=gomoku&moves=h8i9h9', { size: LAPTOP });
    await stones(page, 3);
    const save = async (name) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
      expect(file.suggestedFilename() === `alinea.${name.toLowerCase()}`, file.suggestedFilename());
      return readFileSync(await file.path());
    };
    const sgf = (await save('SGF')).toString();
    expect(/;B\[hh\];W\[ig\];B\[hg\]/.test(sgf), sgf);
    const psq = (await save('PSQ')).toString();
    expect(/^Piskvorky 15x15/.test(psq), psq);
    const gif = await save('GIF');
    expect(gif.subarray(0, 6).toString() === 'GIF89a' && gif.at(-1) === 0x3b, 'no GIF');
    // The browser itself reads it: the start and three moves.
    const read = await page.evaluate(async (bytes) => {
      const decoder = new ImageDecoder({ data: new Uint8Array(bytes), type: 'image/gif' });
      await decoder.tracks.ready;
      const { image } = await decoder.decode({ frameIndex: 3 });
      const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let dark = 0;
      for (let at = 0; at < data.length; at += 4) dark += data[at] + data[at + 1] + data[at + 2] < 160 ? 1 : 0;
      return { frames: decoder.tracks.selectedTrack.frameCount, width: canvas.width, dark };
    }, [...gif]);
    expect(read.frames === 4 && read.width === 480, JSON.stringify(read));
    expect(read.dark > 500, `only ${read.dark} dark pixels: where are the black stones?`);
  });
}
