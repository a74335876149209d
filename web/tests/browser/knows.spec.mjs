// What the program knows: reasons and lines as on the command line, the threat lens, endless analysis.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { expect, LAPTOP, PHONE } from './desk.mjs';

const stones = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.stones [data-cell]').length === n, count);

/** The last word of `alinea analyze --json`. */
function analyze(...args) {
  const { stdout, stderr } = spawnSync(process.env.ALINEA_BIN, ['analyze', ...args, '--json'], { encoding: 'utf8' });
  const last = stdout.trim().split('\n').at(-1);
  expect(last, `analyze ${args.join(' ')}: ${stderr}`);
  return JSON.parse(last);
}

// The name of a cell keeps its small letter.
const sentence = (reason) => (/^[a-z]\d/.test(reason) ? `${reason}.` : `${reason[0].toUpperCase()}${reason.slice(1)}.`);

/** A position of each family, and the language it is read in. */
const EVERY_GAME = [
  ['connect4', '4455', 'en-US'],
  ['gomoku', 'h8g9h9i10i8a1g7a3', 'en-US'],
  ['standard', 'g11g10j13h11', 'pt-BR'],
  ['renju', 'h8h9i9g7j10', 'es-ES'],
  ['caro', 'h8h9i9g9j9', 'pt-BR'],
  ['boom', '1234567123', 'en-US'],
  ['mnk:3x3x3%2Bmisere', 'b2a1', 'es-ES'],
];

/** The reason and every line that is shown, opened to its end, are those of an analysis. */
async function expectShown(page, known, what) {
  const shown = await page.locator('.cards .reason').innerText();
  if (known.reason) expect(shown === sentence(known.reason), `${what}: the page says "${shown}", the engine "${known.reason}"`);
  // The best move leads the list, and nothing in the list is worth more.
  const best = /([a-z]?\d+|B)\.$/.exec(await page.locator('.cards .head + p').innerText())?.[1];
  expect(best === known.best && known.moves[0].move === known.best, `${what}: ${best} is called best, the list begins with ${known.moves[0].move}`);
  const rows = page.locator('.lines li');
  for (const more of await rows.locator('.more').all()) await page.locator('.lines .more').first().click();
  expect((await rows.count()) === Math.min(known.moves.length, 3), `${what}: ${await rows.count()} lines of ${known.moves.length}`);
  for (let i = 0; i < (await rows.count()); i += 1) {
    const line = (await rows.nth(i).locator('.line button').allInnerTexts()).join(' ');
    expect(line === known.moves[i].line.join(' '), `${what}: line ${i + 1} is shown as ${line}, not ${known.moves[i].line.join(' ')}`);
    expect(known.moves[i].line.length > 1 || known.moves[i].score.win === 1 || known.moves[i].score.loss === 1, `${what}: line ${i + 1} has one move`);
  }
}

// A cross that makes two fours; a four that only a forbidden point could stop.
const TWO_FOURS = 'diagram:........./........./oxxx...../.....x.../.....x.../.....x.../.....o.../........./o..o...o.';
const FORBIDDEN = 'diagram:........./..x....../xx.xxx.../..o....../..o....../..o....../........./..x....../.........';

// A four, its only answer, and then an open four.
const BY_FOURS = 'diagram:o......../........./....x..../....x..../oxxx...../........./........./..o...o../o........';

// A win by threes and fours for Black.
const FORCED = 'h8g9h9i10i8a1g7a3';

export default function define(test) {
  test('lines and reasons are those of the command line', async (desk) => {
    // What is exact does not depend on how much time there was.
    for (const [game, moves, lines] of [['connect4', '4455', 7], ['connect4', '44536', 7], ['mnk:3x3x3', 'b2a1', 7]]) {
      const page = await desk.open(`/analyse?game=${game}&moves=${moves}`, { size: LAPTOP });
      await desk.settled();
      const known = analyze(game, moves, '--time', '2', '--lines', String(lines));
      expect(known.reason, `${game} ${moves}: the command line gives no reason`);
      await expectShown(page, known, `${game} ${moves}`);
    }
    await desk.keep('reason');
  });

  test('the page shows what it was told, whole lines in every game', async (desk) => {
    for (const [game, moves, locale] of EVERY_GAME) {
      const page = await desk.open(`/?game=${game}`, { size: LAPTOP, locale });
      await page.addInitScript(() => {
        const ask = window.fetch;
        window.fetch = async (...args) => {
          const answer = await ask(...args);
          // The graph asks for one line of each position in its own time.
          const shown = String(args[0]).endsWith('/analyze') && JSON.parse(args[1].body).lines > 1;
          if (shown) answer.clone().text().then((text) => (window.heard = text), () => undefined);
          return answer;
        };
      });
      await page.goto(`${desk.site}/analyse?game=${game}&moves=${moves}`);
      await desk.settled();
      await page.waitForFunction(() => /event: done/.test(window.heard ?? ''));
      const heard = await page.evaluate(() => window.heard);
      const last = heard.split('\n\n').filter((block) => block.startsWith('event: iteration')).at(-1);
      await expectShown(page, JSON.parse(last.split('data: ')[1]), `${game} ${moves}`);
    }
  });

  test('the server thinks what the command line thinks, in every game', async (desk) => {
    for (const [game, moves, locale] of EVERY_GAME) {
      const lang = locale.startsWith('en') ? 'en' : locale.startsWith('pt') ? 'pt-BR' : 'es';
      const name = decodeURIComponent(game);
      const cli = analyze(name, moves, '--nodes', '20000', '--lines', '3', '--lang', lang);
      const body = { game: name, position: moves, limits: { nodes: 20000 }, lines: 3, lang };
      const response = await fetch(`${desk.address}/api/v1/analyze`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
      const last = (await response.text()).split('\n\n').filter((block) => block.startsWith('event: iteration')).at(-1);
      const { nps: _a, time_ms: _b, ...server } = JSON.parse(last.split('data: ')[1]);
      const { nps: _c, time_ms: _d, ...terminal } = cli;
      expect(JSON.stringify(server) === JSON.stringify(terminal), `${game} ${moves}: ${JSON.stringify(server)} is not ${JSON.stringify(terminal)}`);
    }
  });

  test('reasons speak to the reader, in three languages', async (desk) => {
    const told = [
      ['connect4', '4455', 'en-US', 'You win in 2 moves: after 3: you threaten b1, f1 at once, and your opponent can stop only one.'],
      ['connect4', '44553', 'pt-BR', 'Você perde em um lance: seu adversário ameaça b1, f1 ao mesmo tempo, e você só consegue impedir uma casa.'],
      ['connect4', '445536', 'es-ES', 'Ganas con esta jugada: completas cuatro en b1.'],
      ['gomoku', FORCED, 'en-US', 'You win in 4 moves at most: your threes and fours leave your opponent no way out.'],
      ['gomoku', FORCED, 'pt-BR', 'Você ganha em 4 lances no máximo: seus três e quatros não deixam saída para seu adversário.'],
      ['gomoku:9', `${BY_FOURS}%20x`, 'es-ES', 'Ganas en 3 jugadas como máximo: cada jugada tuya hace un cuatro, y toda respuesta es forzada.'],
      ['mnk:3x3x3%2Bmisere', 'a1a2b1b2c2b3a3', 'es-ES', 'Ganas con esta jugada: después de c3 cualquier jugada de tu rival hace 3 en línea, y eso pierde.'],
      ['gomoku', 'h8a15i8o15j8a1', 'en-US', 'You win in 2 moves: g8 makes an open four: f8, k8 both make five, and only one can be stopped.', 'f8 win 1, k8 win 2'],
      ['gomoku:9', `${TWO_FOURS}%20x`, 'pt-BR', 'Você ganha em 2 lances: f7 faz dois quatros de uma vez: e7, f8 completam cinco, e só um pode ser impedido.', 'e7 win 1, f8 win 2'],
      ['renju:9', `${FORBIDDEN}%20o`, 'es-ES', 'Ganas en 2 jugadas: c3 hace un cuatro, y la única casilla que lo impide, c7, está prohibida para tu rival.', 'c7 forbidden '],
    ];
    for (const [game, moves, locale, wanted, lit] of told) {
      const where = moves.startsWith('diagram:') ? 'start' : 'moves';
      const page = await desk.open(`/analyse?game=${game}&${where}=${moves}`, { size: LAPTOP, locale });
      await desk.settled();
      const shown = await page.locator('.cards .reason').innerText();
      expect(shown === wanted, `${game} ${moves}: "${shown}" instead of "${wanted}"`);
      if (!lit) continue;
      const drawn = await page.locator('[data-lit]').evaluateAll((all) => all.map((mark) => `${mark.dataset.lit} ${mark.dataset.kind} ${mark.textContent.trim()}`).sort());
      expect(drawn.join(', ') === lit, `${game} ${moves}: ${drawn.join(', ')} are lit instead of ${lit}`);
    }
  });

  test('moves are counted as people count them, aloud too', async (desk) => {
    const told = [
      ['4455', 'en-US', '+18. Red wins in 2 moves.'],
      ['44553', 'en-US', '−18. Yellow loses to the next move.'],
      ['445', 'pt-BR', '+2. Amarelo vence em 19 lances.'],
      ['4453', 'es-ES', '−2. Rojo pierde en 18 jugadas.'],
    ];
    for (const [moves, locale, words] of told) {
      const page = await desk.open(`/analyse?game=connect4&moves=${moves}`, { size: LAPTOP, locale });
      await desk.settled();
      await page.locator('h1').click();
      await page.keyboard.press('e');
      await page.waitForFunction(() => /[.]/.test(document.querySelector('[data-live]')?.textContent));
      const said = (await page.locator('[data-live]').textContent()).trim();
      expect(said.startsWith(words), `${moves}: "${said}" instead of "${words}"`);
    }
  });

  test('heading, numbers, bar, graph and keys say the same', async (desk) => {
    const signed = (value) => `${value < 0 ? '−' : ''}${Math.abs(value)}`;
    for (const [moves, turn, last] of [['4455', 'Red', '5'], ['44553', 'Yellow', '3']]) {
      const page = await desk.open(`/analyse?game=connect4&moves=${moves}`, { size: LAPTOP });
      await desk.settled();
      const known = analyze('connect4', moves, '--time', '2', '--lines', '7');
      expect((await desk.heading()) === `${turn} to move`, await desk.heading());
      await page.getByText(`Best move: ${known.best}.`, { exact: true }).waitFor();
      // Red wins, whoever is to move: plus or minus in the numbers, and nearly all of the bar.
      const head = await page.locator('.cards .head b').innerText();
      expect(head === `${turn === 'Red' ? '+' : '−'}${Math.abs(known.score.exact)}`, `${head} is not ${known.score.exact}`);
      for (const { move, score } of known.moves) {
        const shown = await page.locator(`[data-score="${move}"] text`).textContent();
        expect(shown === signed(score.exact), `${move} is ${score.exact}, the board says ${shown}`);
      }
      const bar = page.getByRole('meter');
      const words = await bar.getAttribute('aria-valuetext');
      expect(/^Red: 9\d %, score [+−]\d+$/.test(words) && words.endsWith(head), words);
      // The height of the bar's lower part, once its motion is over.
      await page.waitForFunction(() => {
        const part = document.querySelector('[role=meter] .one');
        return part.getBoundingClientRect().height > 0.9 * part.parentElement.getBoundingClientRect().height;
      });
      await page.waitForFunction((n) => document.querySelector('path[stroke="var(--accent)"]')?.getAttribute('d').match(/[ML]/g)?.length === n, moves.length + 1);
      const y = await page.locator('svg[role=img] circle[fill="var(--accent)"]').first().getAttribute('cy');
      expect(Number(y) < 20, `Red wins, and the graph ends at ${y} of 96`);
      for (const mark of known.marks.filter(({ kind }) => known.marks.filter((other) => other.kind === kind).length > 1)) {
        const number = await page.locator(`[data-lit="${mark.cell}"] text`).first().textContent();
        expect(number === String(mark.number), `${mark.cell} has the number ${number}, not ${mark.number}`);
      }
      await page.locator('h1').click();
      for (const [key, said] of [['l', last], ['b', known.best], ['e', `${head}. `]]) {
        await page.keyboard.press(key);
        await page.waitForFunction((text) => document.querySelector('[data-live]')?.textContent.trim().startsWith(text), said);
      }
    }
    // A network's estimate is a chance: the best move's in the head, in words and on the board.
    const page = await desk.open('/analyse?game=gomoku&moves=h8i9h9h10g8i8', { size: LAPTOP });
    await desk.settled();
    const shown = await page.locator('[data-score] text').allTextContents();
    const head = await page.locator('.cards .head b').innerText();
    const best = Math.max(...shown.filter((text) => /^\d+$/.test(text)).map(Number));
    expect(/^\d\d?\s%$/.test(head) && parseInt(head) === best, `${head} is shown as ${shown}`);
    await page.locator('h1').click();
    await page.keyboard.press('e');
    await page.waitForFunction((text) => document.querySelector('[data-live]')?.textContent.includes(text), `Black wins with a chance of ${head}.`);
    const bar = await page.getByRole('meter').getAttribute('aria-valuetext');
    expect(bar.endsWith(head), `the bar says ${bar}, the head ${head}`);
  });

  test('the numbers on the board are explained beside it', async (desk) => {
    const told = [
      ['connect4', '4455', 'en-US', 'Numbers: + wins, − loses, the larger the sooner; 0 is a draw.'],
      ['gomoku', 'h8i9h9', 'pt-BR', 'No tabuleiro: chances em %; ▲ ganha, ▼ perde em tantos lances.'],
      ['mnk:3x3x3', 'b2a1', 'es-ES', 'En el tablero: ▲ gana, ▼ pierde en tantas jugadas, = es tablas; los demás números son estimaciones.'],
    ];
    for (const [game, moves, locale, words] of told) {
      const page = await desk.open(`/analyse?game=${game}&moves=${moves}`, { size: LAPTOP, locale });
      await page.getByText(words).waitFor();
      // No numbers, no legend.
      await page.locator('h1').click();
      await page.keyboard.press('s');
      await page.getByText(words).waitFor({ state: 'detached' });
    }
  });

  test('a reason is lit on the board', async (desk) => {
    const page = await desk.open('/analyse?game=connect4&moves=4455', { size: LAPTOP });
    await desk.settled();
    const { marks } = analyze('connect4', '4455', '--time', '2', '--lines', '7');
    const lit = await page.locator('[data-lit]').evaluateAll((all) => all.map((mark) => mark.dataset.lit).sort());
    expect(marks.length > 0 && JSON.stringify(lit) === JSON.stringify(marks.map(({ cell }) => cell).sort()), `${JSON.stringify(marks)} are drawn as ${lit}`);
    await desk.keep('lit');
  });

  test('a line is walked: pointing previews it, pressing plays it', async (desk) => {
    const page = await desk.open('/analyse?game=connect4&moves=44', { size: LAPTOP });
    await desk.settled();
    const moves = page.locator('.lines li').first().locator('.line button');
    expect((await moves.count()) >= 3, 'the line is too short to be walked');
    await moves.nth(2).hover();
    await page.waitForFunction(() => document.querySelectorAll('[data-step]').length === 3);
    expect((await page.locator('[data-step] text').allTextContents()).join('') === '123', 'the stones are not numbered');
    const colours = await page.locator('[data-step] circle:first-child').evaluateAll((all) => all.map((disc) => disc.getAttribute('fill')));
    expect(colours.slice(0, 3).join(' ') === 'var(--red) var(--yellow) var(--red)', `the stones are ${colours}`);
    await desk.keep('walk');
    await page.locator('h1').hover();
    await page.waitForFunction(() => document.querySelectorAll('[data-step]').length === 0);
    await moves.nth(2).focus();
    await page.waitForFunction(() => document.querySelectorAll('[data-step]').length === 3);
    await page.keyboard.press('Enter');
    await stones(page, 5);
  });

  test('the threat lens shows a forced win, refutes defences and names the last escape', async (desk) => {
    for (const size of [LAPTOP, PHONE]) {
      const page = await desk.open(`/analyse?game=gomoku&moves=${FORCED}`, { size });
      const lens = page.getByRole('region', { name: 'Forced win' });
      await lens.waitFor();
      await desk.settled();
      const { forced } = analyze('gomoku', FORCED, '--time', '2');
      expect(forced, 'the command line sees no forced win');
      await lens.getByRole('heading', { name: { fours: 'A win by fours', threats: 'A win by threes and fours' }[forced.by], exact: true }).waitFor();
      const drawn = await page.locator('[data-step]').evaluateAll((all) => all.map((step) => step.dataset.step));
      expect(drawn.join(' ') === forced.line.join(' '), `${forced.line.join(' ')} is drawn as ${drawn.join(' ')}`);
      // Scores and the forced win share the board: the button says which of them is there.
      const scores = (pressed) => page.getByRole('button', { name: 'Scores', pressed });
      expect((await scores(false).count()) === 1 && (await page.locator('[data-score]').count()) === 0, 'scores are said to be shown');
      await scores(false).click();
      await scores(true).waitFor();
      await page.waitForSelector('[data-score]');
      expect((await page.locator('[data-step]').count()) === 0, 'scores and the forced win at once');
      await lens.getByRole('button', { name: 'Show on the board' }).click();
      await page.waitForSelector('[data-step]');
      for (const { move, line } of forced.defences.slice(0, 2)) {
        await lens.getByRole('button', { name: move, exact: true }).click();
        const wanted = [forced.line[0], move, ...line].join(' ');
        await page.waitForFunction((text) => [...document.querySelectorAll('[data-step]')].map((step) => step.dataset.step).join(' ') === text, wanted);
      }
      const escape = lens.getByText(/The last move that still held was move \d+/);
      await escape.waitFor();
      const move = Number((await escape.innerText()).match(/was move (\d+)/)[1]);
      await desk.keep(`lens ${size.width}`);
      await desk.expectNoSidewaysScroll();
      await lens.getByRole('button', { name: 'Hide' }).click();
      await page.waitForFunction(() => document.querySelectorAll('[data-step]').length === 0);
      await page.waitForSelector('[data-score]');
      // The last escape: the board before that move.
      await lens.getByRole('button', { name: 'Look at it' }).click();
      await stones(page, move - 1);
    }
    await desk.axe();
  });

  test('a win by fours is called so, in three languages; a hint knows forced wins too', async (desk) => {
    for (const [locale, title] of [['en-US', 'A win by fours'], ['pt-BR', 'Vitória por quatros'], ['es-ES', 'Victoria por cuatros']]) {
      const page = await desk.open(`/analyse?game=gomoku:9&start=${BY_FOURS}%20x`, { size: LAPTOP, locale });
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
      const drawn = await page.locator('[data-step]').evaluateAll((all) => all.map((step) => `${step.textContent.trim()} ${step.dataset.step}`));
      expect(drawn.join(', ') === '1 e5, 2 f5, 3 e8', drawn.join(', '));
    }
    const page = await desk.open(`/?game=gomoku&moves=${FORCED}`, { size: PHONE });
    await page.waitForSelector('.grid.active');
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByText('You win in 4 moves at most: your threes and fours leave your opponent no way out.').waitFor();
  });

  test('an endless analysis goes on until it is stopped, and keeps what it found', async (desk) => {
    const page = await desk.open('/analyse?game=gomoku&moves=h8i9', { size: LAPTOP });
    await page.getByLabel('Time').selectOption({ label: 'until stopped' });
    const nodes = () => page.locator('.cards .small').first().innerText();
    await page.waitForSelector('[data-score]');
    const before = await nodes();
    await page.waitForFunction((old) => document.querySelector('.cards .small')?.textContent.trim() !== old.trim(), before);
    await page.getByRole('button', { name: 'Stop' }).click();
    const kept = await nodes();
    expect(/depth/.test(kept), kept);
    await page.getByRole('button', { name: 'Analyse', exact: true }).waitFor();
    expect((await page.locator('[data-score]').count()) > 0, 'the scores are gone');
    await page.reload();
    expect((await page.getByLabel('Time').locator('option:checked').innerText()) === 'until stopped', 'the choice is forgotten');
  });

  test('an endless analysis makes room and says so', async (desk) => {
    // Each address may ask for eight at once; more processors than that never make anybody wait.
    if (availableParallelism() > 8) return;
    const page = await desk.open('/analyse?game=gomoku&moves=h8i9', { size: LAPTOP });
    await page.getByLabel('Time').selectOption({ label: 'until stopped' });
    await page.waitForSelector('[data-score]');
    // The endless analysis has its place once it says something of its own.
    const before = await page.locator('.cards .small').first().innerText();
    await page.waitForFunction((old) => document.querySelector('.cards .small')?.textContent.trim() !== old.trim(), before);
    const leave = new AbortController();
    // Whoever has given up its place asks again, so that the page's turn to give way comes too; whoever is refused waits.
    const ask = async () => {
      while (!leave.signal.aborted) {
        const answer = await fetch(`${desk.address}/api/v1/analyze`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ game: 'gomoku', moves: ['h8'], limits: { endless: true } }),
          signal: leave.signal,
        }).catch(() => undefined);
        await answer?.text().catch(() => undefined);
        if (!answer?.ok) await new Promise((go) => setTimeout(go, 200));
      }
    };
    // One place of the eight is the page's, one is for what else the page may ask.
    const others = Array.from({ length: 6 }, ask);
    try {
      await page.getByText('The engine works for somebody else').waitFor();
    } finally {
      leave.abort();
      await Promise.all(others);
    }
    await page.getByText('The engine works for somebody else').waitFor({ state: 'detached' });
  });

  test('one to ten lines, numbers on the stones', async (desk) => {
    const page = await desk.open('/analyse?game=gomoku&moves=h8i9h9', { size: LAPTOP });
    for (const count of [1, 10]) {
      await page.getByRole('combobox', { name: /^Lines/ }).selectOption(String(count));
      await page.waitForFunction((n) => document.querySelectorAll('.lines li').length === n, count);
    }
    await page.locator('h1').click();
    await page.keyboard.press('m');
    const numbers = await page.locator('.marks > text').allTextContents();
    expect(numbers.join(' ') === '1 2 3', numbers.join(' '));
    await desk.keep('numbers');
  });

  test('board, score, reason and lines are seen together', async (desk) => {
    for (const path of ['/analyse?game=connect4&moves=4455', `/analyse?game=gomoku&moves=h8i9h9h10g8i8`]) {
      const page = await desk.open(path, { size: LAPTOP });
      await desk.settled();
      for (const what of ['.board', '.cards .head b', '.cards .reason', '.lines li:last-child']) {
        const box = await page.locator(what).first().boundingBox();
        expect(box.y >= 0 && box.y + box.height <= LAPTOP.height, `${what} ends at ${box.y + box.height}`);
      }
      await page.mouse.wheel(0, 500);
      await page.waitForFunction(() => scrollY > 100);
      const board = await page.locator('.board').boundingBox();
      expect(board.y >= 0 && board.y + board.height <= LAPTOP.height, `the board stands at ${board.y}`);
    }
  });
}
