// Watch it think: the walk, the tree, addresses, the comparison and the quiz, by mouse and by keys.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { DESKTOP, expect, PHONE } from './desk.mjs';

const ENGINE = 'textbook:heuristic=ligue4,depth=4';
const WATCH = `/think?game=connect4&moves=44&engine=${ENGINE}`;

/** The command line's own words. */
function alinea(...args) {
  return execFileSync(process.env.ALINEA_BIN, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
}

function lines(text) {
  return text.trim().split('\n').map((line) => JSON.parse(line));
}

async function go(desk, path, options) {
  const page = await desk.open('/', options);
  await page.goto(desk.site + path);
  if (!path.includes('view=')) await page.waitForSelector('[role=treeitem]');
  return page;
}

/** The whole tree is known. */
const searched = (page) => page.getByText('Search finished').waitFor();

const number = (text) => Number(/[−\d][\d.,]*/.exec(text)[0].replaceAll(',', '').replace('−', '-'));
const time = (page) => page.locator('.slider span.numbers').innerText();
const rows = (page) => page.locator('[role=treeitem]').evaluateAll((all) => all.map((row) => row.dataset.node));

async function lookAt(page, key) {
  await page.locator(`[data-node="${key}"]`).click();
  await page.waitForFunction((wanted) => document.querySelector('[role=treeitem][aria-selected=true]')?.dataset.node === wanted, key);
}

/** Longer than a step of a walk that plays takes, by the page's own clock. */
const pass = (page) => page.evaluate(() => new Promise((go) => setTimeout(go, 1200)));

export default function define(test) {
  test('viewer: every number is that of alinea trace', async (desk) => {
    const told = lines(alinea('trace', 'connect4', '44', '--engine', ENGINE, '--max-nodes', '100000', '--json'));
    const paths = new Map();
    for (const node of told) {
      const above = node.parent === null ? '' : paths.get(node.parent).path;
      paths.set(node.id, { ...node, path: node.move === null ? '' : above ? `${above}.${node.move}` : node.move });
    }
    const known = new Map([...paths.values()].map((node) => [node.path, node]));
    const page = await go(desk, WATCH);
    await searched(page);
    await page.locator('[data-node="3"]').dblclick();
    await page.waitForSelector('[data-node="3.1"]');
    await page.locator('[data-node="3.1"]').dblclick();
    await page.waitForSelector('[data-node="3.1.1"]');
    await page.locator('[data-node="3.1.1"]').dblclick();
    await page.waitForSelector('[data-node="3.1.1.1"]');
    for (const key of ['', '1', '3', '3.1', '3.1.1', '3.1.1.1']) {
      await lookAt(page, key);
      const node = known.get(key);
      const shown = {
        value: number(await page.locator('[data-value]').innerText()),
        nodes: number(await page.locator('[data-nodes]').innerText()),
        window: (await page.locator('[data-window]').innerText()).replace(/[[\]]/g, '').split('; '),
        id: number(await page.locator('dl div:last-child dd').innerText()),
      };
      expect(shown.value === node.value && shown.nodes === node.nodes && shown.id === node.id, `${key}: ${JSON.stringify([shown, node])}`);
      const bounds = shown.window.map((text) => (text.includes('∞') ? null : number(text)));
      expect(bounds[0] === node.alpha && bounds[1] === node.beta, `${key}: window ${JSON.stringify([bounds, node])}`);
      const plain = (text) => text.replaceAll(',', '').replaceAll('−', '-');
      if (node.cut) expect(plain(await page.locator('[data-why]').innerText()).includes(plain(node.cut.why)), `${key}: ${node.cut.why}`);
    }
    await desk.keep('tree');
  });

  test('viewer: a walk steps, goes back, slides, plays and finds cuts', async (desk) => {
    const page = await go(desk, WATCH);
    await searched(page);
    await pass(page);
    expect((await time(page)) === 'Search finished', 'it plays by itself');
    await page.getByRole('button', { name: 'One step on' }).click();
    expect((await time(page)).startsWith('Step 1 of'), await time(page));
    expect((await page.locator('[data-why]').innerText()).includes('every value matters'), 'the root has a window');
    await page.getByRole('button', { name: 'One step on' }).click();
    await page.getByRole('button', { name: 'One step on' }).click();
    expect((await time(page)).startsWith('Step 3 of'), await time(page));
    await page.getByRole('button', { name: 'One step back' }).click();
    expect((await time(page)).startsWith('Step 2 of'), await time(page));
    await page.getByRole('slider').fill('5');
    expect((await time(page)).startsWith('Step 6 of'), await time(page));
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => /Step [789]/.test(document.querySelector('.slider span.numbers')?.textContent));
    await page.getByRole('button', { name: 'Pause' }).click();
    const paused = await time(page);
    await pass(page);
    expect((await time(page)) === paused, 'it goes on while paused');
    await page.getByRole('button', { name: 'Next cut' }).click();
    await page.waitForFunction(() => /already has/.test(document.querySelector('[data-why]')?.textContent));
    const why = await page.locator('[data-why]').innerText();
    expect(/MA?I?[XN] already has .+; M(AX|IN) (found|reached) .+: the rest cannot matter/.test(why), why);
    expect(/Not looked at \(\d+\): /.test(why), why);
    await desk.keep('cut');
  });

  test('viewer: branches open, close, follow the best line and narrow to cuts', async (desk) => {
    const page = await go(desk, WATCH);
    await searched(page);
    expect((await rows(page)).join(' ') === ' 1 2 3 4 5 6 7', (await rows(page)).join(' '));
    await page.locator('[data-node="2"] .fold').click();
    await page.waitForSelector('[data-node="2.1"]');
    await page.locator('[data-node="2"] .fold').click();
    await page.waitForSelector('[data-node="2.1"]', { state: 'detached' });
    await page.getByRole('button', { name: 'Best line' }).click();
    await page.waitForFunction(() => /heuristic says/.test(document.querySelector('[data-why]')?.textContent));
    const leaf = new URL(page.url()).searchParams.get('node');
    expect(leaf.split('.').length === 4, `the best line ends at ${leaf}`);
    const root = number(await page.locator('[data-node=""] .value').innerText());
    expect(number(await page.locator(`[data-node="${leaf}"] .value`).innerText()) === root, 'the best line does not carry its value');
    await page.getByRole('button', { name: 'Only cuts' }).click();
    const kept = await page.locator('[role=treeitem]').evaluateAll((all) => all.map((row) => row.getAttribute('aria-expanded')));
    expect(kept.length > 1 && kept.every((open) => open !== null), 'a leaf is no cut');
    await page.getByRole('button', { name: 'Close all' }).click();
    await page.waitForSelector('[data-node="2.1"]', { state: 'detached' });
    await desk.keep('only cuts');
  });

  test('viewer: every node has an address', async (desk) => {
    const page = await go(desk, `${WATCH}&node=3.1.2`);
    await searched(page);
    await page.waitForFunction(() => document.querySelector('[aria-selected=true]')?.dataset.node === '3.1.2');
    const value = await page.locator('[data-value]').innerText();
    await page.locator('[data-node="3.1"]').click();
    await page.waitForFunction(() => location.search.endsWith('node=3.1'));
    await page.locator('[data-node="3.1.2"]').click();
    await page.waitForFunction(() => location.search.endsWith('node=3.1.2'));
    await page.reload();
    await page.waitForFunction(() => document.querySelector('[aria-selected=true]')?.dataset.node === '3.1.2');
    expect((await page.locator('[data-value]').innerText()) === value, 'the address shows another value');
  });

  test('viewer: an address that leads nowhere opens its nearest ancestor', async (desk) => {
    for (const [node, nearest, words] of [
      ['3.x.1', '3', 'There is no node x'],
      ['1.1.1.1.1', '1.1.1.1', 'The search ends before 1'],
      ['nonsense', '', 'There is no node nonsense'],
    ]) {
      const page = await go(desk, `${WATCH}&node=${node}`);
      await page.getByText(words).first().waitFor();
      await page.waitForFunction((key) => document.querySelector('[aria-selected=true]')?.dataset.node === key, nearest);
    }
    await desk.keep('notice');
  });

  test('viewer: a tree beyond the limits offers the nearest depth', async (desk) => {
    const page = await desk.open('/');
    await page.route('**/api/v1/watch', (route) => {
      const body = { ...route.request().postDataJSON(), nodes: 3000 };
      return route.continue({ postData: JSON.stringify(body) });
    });
    await page.goto(`${desk.site}/think?game=connect4&engine=textbook:heuristic=ligue4,depth=99,algorithm=minimax`);
    await page.getByText('This tree is larger than the 3,000 nodes').waitFor();
    await desk.keep('beyond');
    await page.getByRole('button', { name: 'Take depth 4' }).click();
    await page.getByText('2,801 nodes to depth 4').waitFor();
    await page.getByLabel('Heuristic').waitFor();
    await page.goto(`${desk.site}/think?game=connect4&engine=textbook:heuristic=liga`);
    await page.getByText(/unknown heuristic/i).waitFor();
  });

  test('viewer: a tree of a billion nodes is walked while it is searched', async (desk) => {
    const page = await go(desk, '/think?game=connect4&engine=textbook:heuristic=ligue4,depth=14');
    await page.getByText(/nodes so far, to depth 14/).waitFor();
    // The first line down to its leaf: every node on it is still searched, and opens at once.
    for (let depth = 1; depth <= 6; depth++) {
      const key = Array(depth).fill('1').join('.');
      await page.waitForSelector(`[data-node="${key}"]`);
      await page.locator(`[data-node="${key}"]`).dblclick();
    }
    await page.waitForSelector('[data-node="1.1.1.1.1.1.2"]');
    await page.locator('[data-node="1.1.1.1.1.1.2"]').click();
    await page.waitForFunction(() => /^−?[\d.,]+$/.test(document.querySelector('[data-value]')?.textContent.trim() ?? ''));
    await desk.keep('billion');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'One step on' }).click();
    expect((await time(page)).startsWith('Step 1 of'), await time(page));
  });

  test('viewer: keys alone', async (desk) => {
    const page = await go(desk, WATCH);
    await searched(page);
    await page.locator('body').press('ArrowRight');
    expect((await time(page)).startsWith('Step 1 of'), await time(page));
    await page.locator('body').press('ArrowRight');
    await page.locator('body').press('ArrowLeft');
    expect((await time(page)).startsWith('Step 1 of'), await time(page));
    await page.locator('body').press('c');
    await page.waitForFunction(() => /already has/.test(document.querySelector('[data-why]')?.textContent));
    await page.locator('body').press('End');
    await page.locator('body').press('f');
    await page.getByRole('button', { name: 'Only cuts', pressed: true }).waitFor();
    await page.locator('body').press('f');
    const inTree = () => page.evaluate(() => document.activeElement?.getAttribute('role') === 'treeitem');
    for (let i = 0; i < 60 && !(await inTree()); i++) await page.keyboard.press('Tab');
    expect(await inTree(), 'Tab does not reach the tree');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.dataset.node === '1');
    const open = await page.locator('[data-node="1"]').getAttribute('aria-expanded');
    if (open === 'true') await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('[data-node="1.1"]');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.activeElement?.dataset.node === '1.1');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.activeElement?.dataset.node === '1');
    await desk.keep('keys');
  });

  test('viewer: a phone', async (desk) => {
    for (const path of [WATCH, '/think?game=gomoku:9&moves=e5e6d5', '/think?game=boom&moves=1234567122', `${WATCH}&view=compare`, `${WATCH}&view=quiz&seed=3`]) {
      const page = await go(desk, path, { size: PHONE });
      if (path === WATCH) {
        await page.locator('[data-node="4"] .fold').tap();
        await page.waitForSelector('[data-node="4.1"]');
      }
      if (path.includes('quiz')) await page.locator('.options button').first().waitFor();
      await desk.expectNoSidewaysScroll();
      await desk.axe();
      await page.screenshot({ path: `${desk.shots}/viewer-phone-${path.replace(/engine=[^&]+/, '').replace(/[^\w]+/g, '-')}.png`, fullPage: true });
    }
  }, { touch: true });

  test('viewer: three languages', async (desk) => {
    for (const [locale, words, reason] of [['pt-BR', 'Próximo corte', /já tem/], ['es-ES', 'Próximo corte', /ya tiene/], ['en-US', 'Next cut', /already has/]]) {
      const page = await go(desk, WATCH, { locale });
      await page.getByRole('button', { name: words }).click();
      await page.waitForFunction((source) => new RegExp(source).test(document.querySelector('[data-why]')?.textContent), reason.source);
      for (const view of ['', '&view=compare', '&view=quiz']) {
        await page.goto(desk.site + WATCH + view);
        await page.locator(view === '' ? '[role=treeitem]' : '.card h2').first().waitFor();
        if (view.includes('compare')) await page.locator('.compare button.primary').click();
        if (view.includes('compare')) await page.locator('table').waitFor();
        if (view.includes('quiz')) await page.locator('.options button').first().click();
        const text = await page.locator('body').innerText();
        expect(!/\b(page|reason)\.\w/.test(text), `a key is shown: ${/\b(page|reason)\.[\w.]+/.exec(text)}`);
      }
    }
  });

  for (const theme of ['light', 'dark', 'contrast']) {
    test(`viewer: axe finds nothing serious, ${theme}`, async (desk) => {
      const page = await desk.open('/', { size: DESKTOP });
      await page.evaluate((chosen) => localStorage.setItem('alinea.settings', JSON.stringify({ theme: chosen })), theme);
      for (const view of ['', '&view=compare', '&view=quiz&seed=5']) {
        await page.goto(desk.site + WATCH + view);
        if (view === '') await page.waitForSelector('[role=treeitem]');
        if (view === '') await page.getByRole('button', { name: 'Next cut' }).click();
        if (view.includes('compare')) await page.getByRole('button', { name: 'Count' }).click();
        if (view.includes('compare')) await page.waitForSelector('[data-cell="6 alphabeta"]');
        if (view.includes('quiz')) await page.locator('.options button').first().click();
        if (view.includes('quiz')) await page.getByRole('button', { name: 'Next question' }).waitFor();
        await desk.axe();
        await desk.expectNoSidewaysScroll();
        await page.screenshot({ path: `${desk.shots}/viewer-${theme}${view.replace(/[^\w]+/g, '-')}.png`, fullPage: true });
      }
    });
  }

  test('viewer: the comparison counts what the command line counts', async (desk) => {
    const page = await go(desk, `/think?game=connect4&moves=44&engine=${ENGINE}&view=compare`);
    await page.getByLabel('Up to depth').selectOption('4');
    await page.getByRole('button', { name: 'Count' }).click();
    await page.waitForSelector('[data-cell="4 table"]');
    await page.getByRole('button', { name: 'CSV' }).and(page.locator(':enabled')).waitFor();
    const own = lines(alinea('trace', 'connect4', '44', '--engine', ENGINE, '--compare', '--json'));
    for (const row of own) {
      for (const way of ['minimax', 'alphabeta', 'ordered', 'deepening', 'table']) {
        const shown = number(await page.locator(`[data-cell="${row.depth} ${way}"]`).innerText());
        expect(shown === row[way], `${way} at ${row.depth}: ${shown}, not ${row[way]}`);
      }
    }
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
    const table = readFileSync(await saved.path(), 'utf8').trim().split('\n');
    expect(table[0] === 'depth,minimax,alphabeta,ordered,deepening,table', table[0]);
    expect(table[4] === [4, own[3].minimax, own[3].alphabeta, own[3].ordered, own[3].deepening, own[3].table].join(','), table[4]);
    const [picture] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'SVG' }).click()]);
    const svg = readFileSync(await picture.path(), 'utf8');
    expect(svg.startsWith('<svg xmlns=') && svg.includes('10³') && !svg.includes('var('), svg.slice(0, 200));
    await desk.keep('compare');
  });

  test('viewer: the letters of the chart can be read on a phone', async (desk) => {
    const page = await go(desk, `/think?game=connect4&moves=44&engine=${ENGINE}&view=compare`, { size: PHONE });
    await page.getByLabel('Up to depth').selectOption('3');
    await page.getByRole('button', { name: 'Count' }).click();
    await page.waitForSelector('[data-cell="3 table"]');
    const least = await page.locator('.chart svg').evaluate((svg) => {
      const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
      return Math.min(...[...svg.querySelectorAll('text')].map((text) => Number(text.getAttribute('font-size')) * scale));
    });
    expect(least >= 11, `letters of ${least} px`);
    await desk.expectNoSidewaysScroll();
  });

  test('viewer: who asks for the comparison before the board is there gets it', async (desk) => {
    const page = await desk.open('/');
    let arrive = () => {};
    const arrived = new Promise((resolve) => (arrive = resolve));
    await page.route('**/api/v1/view', async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto(`${desk.site}/think?game=connect4&moves=44&engine=${ENGINE}&view=compare`);
    await page.getByLabel('Up to depth').selectOption('3');
    await page.getByRole('button', { name: 'Count' }).click();
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    arrive();
    await page.waitForSelector('[data-cell="3 table"]');
    const own = lines(alinea('trace', 'connect4', '44', '--engine', ENGINE, '--compare', '--json'));
    const shown = number(await page.locator('[data-cell="3 minimax"]').innerText());
    expect(shown === own[2].minimax, `${shown} nodes instead of ${own[2].minimax}`);
  });

  test('viewer: the quiz asks about real searches and keeps the score', async (desk) => {
    const page = await go(desk, `${WATCH}&view=quiz&seed=11`);
    const kinds = new Set();
    let right = 0;
    for (let round = 1; round <= 6; round++) {
      await page.locator('.options button').first().waitFor();
      kinds.add((await page.locator('.quiz h3').innerText()).includes('Which value') ? 'value' : 'cut');
      await page.locator('.options button').nth(round % 2).click();
      const verdict = await page.locator('.verdict').innerText();
      expect(/^(Right!|Not quite\.) .{10,}/.test(verdict), verdict);
      if (verdict.startsWith('Right!')) right += 1;
      expect((await page.locator('[data-score]').innerText()) === `${right} of ${round} right`, 'the score is wrong');
      expect((await page.locator('.options .right').count()) === 1, 'the right answer is not shown');
      if (round === 3) await desk.keep('quiz');
      await page.getByRole('button', { name: 'Next question' }).click();
      await page.waitForFunction(() => document.querySelector('.verdict')?.textContent.trim() === '');
    }
    expect(kinds.size === 2, `only ${[...kinds]} were asked`);
  });

  test('viewer: name the bug shows a wrong trace, and where it is wrong', async (desk) => {
    const words = {
      'en-US': { right: 'Right!', wrong: 'Not quite.', shows: /^It shows in line \d+/ },
      'pt-BR': {},
      es: {},
    };
    for (const [locale, { right, wrong, shows }] of Object.entries(words)) {
      const page = await go(desk, '/think?view=bugs&seed=3', { locale });
      await page.waitForSelector('.trace p');
      const told = await page.evaluate(() => fetch('/api/v1/games').then((answer) => answer.ok));
      expect(told, 'the server answers');
      const trace = await page.locator('.trace p').allInnerTexts();
      expect(trace.length > 3 && trace.every((line) => /(MAX|MIN).*=/s.test(line)), trace.slice(0, 3).join(' | '));
      const options = page.locator('.options button');
      expect((await options.count()) === 4, `${await options.count()} options`);
      expect((await page.locator('[data-here]').count()) === 0, 'the line is shown before anybody answered');
      await options.first().click();
      const isRight = await options.first().evaluate((button) => button.classList.contains('right'));
      const verdict = await page.locator('.verdict p').allInnerTexts();
      expect(verdict.length === 3 && verdict.every((line) => line.length > 10), verdict.join(' | '));
      expect(!/page\.|undefined|\{/.test(verdict.join()), verdict.join(' | '));
      const answer = (await page.locator('.options button.right').innerText()).replace(/\s*✓\s*$/, '');
      expect(verdict[0].includes(answer), `${verdict[0]} names ${answer}`);
      if (right) expect(verdict[0].startsWith(isRight ? right : wrong), verdict[0]);
      const score = await page.locator('[data-score]').innerText();
      expect(score.includes(isRight ? '1' : '0'), score);
      const line = Number(/\d+/.exec(verdict[1])[0]);
      const here = page.locator('[data-here]');
      expect((await here.locator('.number').innerText()) === String(line), `line ${line} is lit`);
      expect(await here.isVisible(), 'the line is in sight');
      expect((await page.locator('.there svg').count()) === 1, 'the board where it shows');
      if (shows) expect(shows.test(verdict[1]), verdict[1]);
      await page.locator('.next').click();
      await page.waitForFunction(() => document.querySelectorAll('.verdict p').length === 0 && document.querySelectorAll('.trace p').length > 0);
    }
    const phone = await go(desk, '/think?view=bugs&seed=3', { size: PHONE });
    await phone.waitForSelector('.trace p');
    const wide = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide <= 0, `the phone scrolls sideways by ${wide} px`);
    const hidden = await phone.evaluate(() => document.querySelector('.trace').scrollWidth - document.querySelector('.trace').clientWidth);
    expect(hidden <= 0, `${hidden} px of the trace are out of sight on a phone`);
    await desk.keep('phone');
  });

  test('viewer: another position, game and search', async (desk) => {
    const page = await go(desk, '/think?game=connect4');
    await page.getByText('Position: Connect Four').click();
    await page.locator('[data-at="d1"]').click();
    await page.waitForFunction(() => location.search.includes('moves=4') && document.querySelectorAll('[role=treeitem]').length > 7);
    await page.getByLabel('Algorithm').selectOption('minimax');
    await page.getByText('2,801 nodes to depth 4').waitFor();
    await page.getByLabel('Depth').fill('2');
    await page.getByLabel('Depth').press('Tab');
    await page.getByText('57 nodes to depth 2').waitFor();
    await page.getByLabel('Program').selectOption('ligue4');
    await page.getByText('to depth 6').waitFor();
    expect(new URL(page.url()).searchParams.get('engine') === 'ligue4', page.url());
  });
}
