// A whole game of each kind, by mouse or touch and by keyboard alone, on a phone and on a desktop.
import { DESKTOP, expect, PHONE } from './desk.mjs';

const cells = (text) => text.split(' ');

// Two people play; the moves are cells (any cell of a column will do where stones fall).
const GAMES = [
  { title: 'Connect Four', moves: cells('d1 c1 d2 c2 d3 c3 d4'), end: /^Red wins/ },
  { title: 'Gomoku', moves: cells('h8 a1 i8 b1 j8 c1 k8 d1 l8'), end: /^Black wins/ },
  { title: 'Renju', moves: cells('h8 a1 i8 c1 j8 e1 k8 g1 l8'), end: /^Black wins/ },
  { title: 'Caro', moves: cells('h8 a1 i8 b1 j8 c1 k8 d1 l8'), end: /^Black wins/ },
  { title: 'Standard Gomoku', moves: cells('h8 a1 i8 b1 j8 c1 k8 d1 l8'), end: /^Black wins/ },
  // Lining up four loses.
  { title: 'Desconecta-4 Boom', moves: cells('a1 g1 b1 g2 c1 f1 d1'), end: /^Blue wins/ },
  { title: 'Any board', moves: cells('b2 a1 a3 c1 b1 b3 a2 c2 c3'), end: /^A draw/ },
];

export default function define(test) {
  for (const [where, size] of [['phone', PHONE], ['desktop', DESKTOP]]) {
    for (const { title, moves, end } of GAMES) {
      const touch = size === PHONE;
      test(`${title}, ${where}, ${touch ? 'touch' : 'mouse'}`, async (desk) => {
        await desk.open('/', { size });
        await desk.newGame({ title, role: 'Two people here' });
        for (const [i, cell] of moves.entries()) {
          await desk.playByPointer(cell);
          await desk.waitForPly(i + 1);
        }
        await desk.waitForHeading(end);
        await desk.expectNoSidewaysScroll();
        await desk.keep('end');
      }, { touch });

      test(`${title}, ${where}, keys`, async (desk) => {
        await desk.open('/', { size });
        await desk.newGameByKeys({ title, role: 'Two people here' });
        for (const [i, cell] of moves.entries()) {
          await desk.playByKeys(cell);
          await desk.waitForPly(i + 1);
        }
        await desk.waitForHeading(end);
        // The sentence comes once the last stone lies.
        await desk.page.waitForFunction(() => /wins|draw/.test(document.querySelector('[data-live]')?.textContent ?? ''));
      });
    }
  }

  test('an explosion is animated from its effects and the log stands beside the board', async (desk) => {
    await desk.open('/');
    await desk.newGame({ title: 'Desconecta-4 Boom', role: 'Two people here' });
    for (const [i, cell] of cells('a1 b1 c1 d1 e1 f1 g1 a2 b2 b3').entries()) {
      await desk.playByPointer(cell);
      await desk.waitForPly(i + 1);
    }
    await desk.keep('bombs');
    await desk.page.getByRole('button', { name: /^BOOM/ }).click();
    await desk.waitForPly(11);
    const log = await desk.page.locator('pre').innerText();
    expect(/Applicable actions, Green: PUT 1/.test(log) && /Action: BOOM/.test(log), log);
    await desk.page.waitForFunction(() => document.querySelectorAll('.spark').length === 0);
    const stones = await desk.page.locator('[data-cell]').count();
    expect(stones < 10, `${stones} stones are left after the explosion`);
  });

  test('renju shows its forbidden points and says why', async (desk) => {
    await desk.open('/?game=renju&moves=h8a1h10c1i9e1g9g1');
    const view = await desk.api('view', { game: 'renju', position: 'h8a1h10c1i9e1g9g1' });
    expect(view.forbidden.length > 0, 'this position should have forbidden points');
    const label = await desk.page.locator(`[data-at="${view.forbidden[0]}"]`).getAttribute('aria-label');
    expect(/forbidden/.test(label), label);
    await desk.newGame({ title: 'Renju', role: 'Two people here' });
    for (const [i, cell] of cells('h8 a1 h10 c1 i9 e1 g9 g1').entries()) {
      await desk.playByPointer(cell);
      await desk.waitForPly(i + 1);
    }
    await desk.playByPointer(view.forbidden[0]);
    await desk.page.locator('.notice', { hasText: 'forbidden' }).waitFor();
    await desk.keep('forbidden');
  });
}
