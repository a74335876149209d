// Smaller things people stumbled over.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, LAPTOP, PHONE } from './desk.mjs';

const stones = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.stones [data-cell]').length === n, count);
const spoken = (page, pattern) =>
  page.waitForFunction((source) => new RegExp(source).test(document.querySelector('[data-live]')?.textContent.trim() ?? ''), pattern.source);

export default function define(test) {
  test('two lines won at once are drawn as two lines', async (desk) => {
    const page = await desk.open('/?game=gomoku&moves=h4a1h5a3h6a5d8a7e8a9f8a11h7c1g8c3h8');
    await stones(page, 17);
    const lines = await page.locator('[data-line]').evaluateAll((all) => all.map((line) => line.dataset.line).sort());
    expect(JSON.stringify(lines) === JSON.stringify(['d8 e8 f8 g8 h8', 'h4 h5 h6 h7 h8']), lines.join(' | '));
    await desk.keep('two lines');
  });

  test('keys of the analysis work in a game', async (desk) => {
    const page = await desk.open('/?seed=1');
    await desk.newGame({ title: 'Desconecta-4 Boom', role: 'Two people here' });
    await page.locator('h1').click();
    for (const [i, digit] of [...'1234567123'].entries()) {
      await page.keyboard.press(digit);
      await desk.waitForPly(i + 1);
    }
    await page.keyboard.press('l');
    await spoken(page, /3/);
    await page.keyboard.press('e');
    await spoken(page, /Switch the hint on/);
    await page.keyboard.press('h');
    await page.getByText(/^Try /).waitFor();
    // The hint is said when it is final; what is said before that may not be heard.
    await spoken(page, /^Hint: /);
    await page.keyboard.press('e');
    await spoken(page, /Green|draw/);
    await page.keyboard.press('x');
    await desk.waitForPly(11);
    expect((await desk.saved()).moves.at(-1) === 'B', 'x does not explode');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('BOOM: explode the bomb').waitFor();
  });

  test('a move is drawn at once, and the notice goes away by itself', async (desk) => {
    const page = await desk.open('/?seed=4');
    await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:1' });
    await page.context().setOffline(true);
    await page.locator('[data-at="d1"]').click();
    await stones(page, 1);
    await page.locator('.notice', { hasText: 'connection' }).waitFor();
    // Nobody asks for anything more, and the server comes back.
    await page.context().setOffline(false);
    await page.locator('.notice', { hasText: 'connection' }).waitFor({ state: 'detached' });
    await desk.waitForPly(2);
  }, { errors: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });

  test('a server that starts again finishes the move, and its notice goes away', async (desk) => {
    const first = await desk.serve([]);
    const page = await desk.open('/?seed=4', { address: first.address });
    await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:1' });
    await first.stop();
    await page.locator('[data-at="d1"]').click();
    await stones(page, 1);
    const notice = page.locator('.notice', { hasText: 'connection' });
    await notice.waitFor();
    const again = await desk.serve([], new URL(first.address).port);
    await notice.waitFor({ state: 'detached' });
    await desk.waitForPly(2);
    await again.stop();
  }, { errors: /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|Failed to load resource/ });

  test('a click asks once', async (desk) => {
    const page = await desk.open('/?seed=4');
    await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:1' });
    await desk.waitForHeading(/^Your move/);
    const asked = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push({ what: request.url().split('/api/v1/')[1], plies: request.postDataJSON()?.moves?.length });
    });
    await desk.playByPointer('d1');
    await desk.waitForPly(2);
    expect(asked.length === 1, `asked ${JSON.stringify(asked)}`);
    await page.getByRole('link', { name: 'Analyse' }).click();
    await page.waitForSelector('[data-score]');
    await page.getByText(/depth/).waitFor();
    const before = asked.length;
    await page.locator('[data-at="e1"]').click();
    await stones(page, 3);
    await page.waitForSelector('.grid.active');
    await page.waitForSelector('[data-score]');
    // The graph asks about other positions in its own time: only questions about the new one count.
    const about = asked.filter(({ plies }) => plies === 3).map(({ what }) => what);
    expect(about.join(' ') === 'analyze', `asked ${JSON.stringify(asked)}`);
    // And the graph asks one question a position.
    await page.waitForFunction(() => document.querySelector('path[stroke="var(--accent)"]')?.getAttribute('d').match(/[ML]/g)?.length === 4);
    expect(!asked.slice(before).some(({ what }) => what === 'view'), `asked ${JSON.stringify(asked)}`);
  });

  test('choices of heuristics survive a reload; both boards stand level; parts name the cells of the board', async (desk) => {
    const page = await desk.open('/heuristics?game=connect4&moves=445');
    await page.getByText('126.1').waitFor();
    await page.locator('.panel').nth(1).locator('select').selectOption('quadras-plano');
    await page.locator('label', { hasText: 'Yellow' }).click();
    await page.getByText('−126.1').waitFor();
    await page.reload();
    await page.getByText('−126.1').waitFor();
    const chosen = await page.locator('.panel select').evaluateAll((all) => all.map((select) => select.value));
    expect(chosen.join(' ') === 'ligue4 quadras-plano', chosen.join(' '));
    const tops = await page.locator('.board').evaluateAll((all) => all.map((board) => board.getBoundingClientRect().top));
    expect(tops[0] === tops[1], `the boards stand at ${tops}`);
    const letters = await page.locator('.board svg').first().evaluate((svg) => [...svg.querySelectorAll('text')].map((text) => text.textContent));
    expect(letters.includes('4 · d') && letters.includes('6'), letters.join(' '));
    await page.getByText('+ good for Yellow').first().waitFor();
    await page.getByText('− bad for Yellow').first().waitFor();
  });

  test('red and green have a second sign, on small boards too', async (desk) => {
    const page = await desk.open('/heuristics?game=gomoku&moves=h8i9h9', { size: PHONE });
    const panel = page.locator('.panel').first();
    await panel.locator('svg circle[stroke-dasharray]').first().waitFor({ state: 'attached' });
    // Two black stones are for Black, the white one against: a whole ring and a dashed one, each with its sign.
    const found = await panel.locator('svg').first().evaluate((svg) => {
      const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
      const rings = [...svg.querySelectorAll('circle[stroke-width="5"]')];
      const badges = [...svg.querySelectorAll('circle[stroke-width="1.5"]')].filter((badge) => rings.includes(badge.previousElementSibling));
      return { dashed: rings.map((ring) => ring.hasAttribute('stroke-dasharray')), least: Math.min(...badges.map((badge) => 2 * badge.getAttribute('r') * scale)) };
    });
    expect(found.dashed.filter(Boolean).length === 1 && found.dashed.length === 3, `rings: ${found.dashed}`);
    expect(found.least > 8.5, `a sign of ${found.least} px`);
  });

  test('every control below the board is seen at once', async (desk) => {
    for (const [title, role] of [['Desconecta-4 Boom', 'You, moving first'], ['Renju', 'Watch two engines'], ['Gomoku', 'Two people here']]) {
      const page = await desk.open('/', { size: LAPTOP });
      await desk.newGame({ title, role });
      await page.waitForSelector(role.startsWith('Watch') ? '.watch' : '.grid.active');
      for (const button of await page.locator('.stage button:visible').all()) {
        const { y, height } = await button.boundingBox();
        expect(y + height <= LAPTOP.height, `${title}: ${await button.innerText()} ends at ${y + height}`);
      }
    }
  });

  test('a heuristic file that changes is judged anew by itself', async (desk) => {
    const folder = mkdtempSync(join(tmpdir(), 'alinea-'));
    const example = readFileSync(join(import.meta.dirname, '../../../examples/heuristics/ligue4.toml'), 'utf8');
    const mine = join(folder, 'mine.toml');
    writeFileSync(mine, example);
    const other = await desk.serve(['--heuristics', folder]);
    try {
      const page = await desk.open('/heuristics?game=connect4&moves=445', { address: other.address });
      await page.locator('.panel').first().locator('select').selectOption('mine.toml');
      const value = () => page.locator('.panel output').first().innerText();
      await page.waitForFunction(() => /\d/.test(document.querySelector('.panel output')?.textContent));
      const before = await value();
      writeFileSync(mine, example.replace(/\b50\b/, '90'));
      await page.waitForFunction((old) => document.querySelector('.panel output').textContent !== old, before);
    } finally {
      await other.stop();
      rmSync(folder, { recursive: true });
    }
  });

  test('the parts that a script returns are listed and stand on the board', async (desk) => {
    const folder = mkdtempSync(join(tmpdir(), 'alinea-'));
    const script = '#{centre: 12, corner: #{points: -3, cells: [[0, 0], [6, 0]]}}';
    writeFileSync(join(folder, 'parts.rhai'), `fn evaluate(board, player, level) { ${script} }`);
    const other = await desk.serve(['--heuristics', folder]);
    try {
      const page = await desk.open('/heuristics?game=connect4&moves=445', { address: other.address });
      const panel = page.locator('.panel').first();
      await panel.locator('select').selectOption('parts.rhai');
      await page.waitForFunction(() => document.querySelector('.panel output')?.textContent === '9');
      const parts = await panel.locator('li').evaluateAll((all) => all.map((part) => part.innerText.replace(/\s+/g, ' ').trim()));
      expect(parts.join(' | ') === '+12 centre | −3 corner a1 g1', parts.join(' | '));
      // Minus signs on the two corners, and a dashed frame around each of them while the part is looked at.
      const dashed = () => panel.locator('svg rect[stroke-dasharray="9 6"]').count();
      expect((await dashed()) === 0, 'a frame before a part is looked at');
      await panel.locator('li button', { hasText: 'corner' }).focus();
      await page.waitForFunction(() => document.querySelectorAll('.panel svg rect[stroke-dasharray="9 6"]').length === 2);
      await desk.keep('parts of a script');
    } finally {
      await other.stop();
      rmSync(folder, { recursive: true });
    }
  });

  test('numbers follow the language', async (desk) => {
    for (const [locale, pattern] of [['en-US', /126\.1/], ['pt-BR', /126,1/], ['es-ES', /126,1/]]) {
      const page = await desk.open('/heuristics?game=connect4&moves=445', { locale });
      await page.getByText(pattern).first().waitFor();
    }
    // An estimate too: the head of the analysis.
    for (const [locale, comma] of [['en-US', '.'], ['pt-BR', ','], ['es-ES', ',']]) {
      const page = await desk.open('/analyse?game=boom&moves=4', { locale });
      await page.waitForFunction((sign) => new RegExp(`^[−+]\\d+\\${sign}\\d$`).test(document.querySelector('.cards .head b')?.textContent ?? ''), comma);
    }
  });

  test('every engine and heuristic has a name and a sentence', async (desk) => {
    const { games } = await desk.api('games');
    for (const locale of ['en-US', 'pt-BR', 'es-ES']) {
      const page = await desk.open('/', { locale });
      const words = await page.evaluate(async () => {
        const preload = document.querySelector('link[rel=modulepreload]');
        return (await import(preload.href)).default;
      });
      for (const { name, engines, heuristics } of games) {
        for (const engine of engines.filter((engine) => engine !== 'level')) {
          expect(words[`page.enginename.${engine}`] && words[`page.enginename.${engine}.about`], `${engine} of ${name} has no name or sentence in ${locale}`);
        }
        for (const heuristic of heuristics) {
          expect(words[`page.heuristicname.${heuristic}`] && words[`page.heuristic.${heuristic}`], `${heuristic} of ${name} has no name or sentence in ${locale}`);
        }
      }
    }
  });

  test('the quiz speaks of searches by name', async (desk) => {
    const page = await desk.open('/?game=connect4');
    await page.goto(`${desk.site}/think?view=quiz&seed=7`);
    await page.locator('.quiz .node').waitFor();
    const text = await page.locator('.quiz').innerText();
    expect(!/textbook|heuristic=|depth=/.test(text), text);
    expect(/(Alpha-beta|Minimax).*depth \d/.test(text), text);
  });

  test('the course log speaks the reader\'s language', async (desk) => {
    for (const [locale, pattern] of [['pt-BR', /Ações aplicáveis, Verde: PUT 1/], ['es-ES', /Acciones aplicables Verde: PUT 1/]]) {
      const page = await desk.open('/?game=boom', { locale });
      await page.waitForSelector('.grid.active');
      await page.locator('[data-at="a1"]').click();
      await page.locator('pre', { hasText: pattern }).waitFor();
    }
  });

  test('the search viewer uses a wide screen', async (desk) => {
    const page = await desk.open('/analyse?game=connect4', { size: { width: 1920, height: 1080 } });
    await page.goto(`${desk.site}/think?game=connect4`);
    await page.locator('.tree').waitFor();
    const { width } = await page.locator('.halves').boundingBox();
    expect(width > 1600, `${width} of 1920 px are used`);
    await desk.keep('wide');
  });
}
