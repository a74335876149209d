// Playing against the program: levels, undo, hint, resign, rematch, reload, a lost connection.
import { expect, PHONE } from './desk.mjs';

/** Plays the person's side with the strongest engine until the game ends. */
async function playBest(desk, side) {
  for (;;) {
    const query = await desk.saved();
    const view = await desk.api('view', query);
    if (view.outcome) return view.outcome;
    expect(view.turn === side, `it should be the turn of ${side}`);
    const { move } = await desk.api('move', { ...query, engine: 'best' });
    await desk.playByPointer(await desk.landing(move));
    const after = await desk.api('view', { ...query, moves: [...query.moves, move] });
    await desk.waitForPly(query.moves.length + (after.outcome ? 1 : 2));
  }
}

export default function define(test) {
  test('beat level 1', async (desk) => {
    await desk.open('/?seed=1');
    await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:1' });
    await playBest(desk, 'first');
    await desk.waitForHeading(/^You win/);
    await desk.keep('won');
  });

  test('lose to the strongest', async (desk) => {
    await desk.open('/?seed=1', { size: PHONE });
    await desk.newGame({ title: 'Connect Four', role: 'You, moving second', against: 'level:10' });
    await desk.waitForPly(1);
    for (;;) {
      const query = await desk.saved();
      const view = await desk.api('view', query);
      if (view.outcome) break;
      await desk.playByPointer(view.landing[view.legal[0]]);
      const after = await desk.api('view', { ...query, moves: [...query.moves, view.legal[0]] });
      await desk.waitForPly(query.moves.length + (after.outcome ? 1 : 2));
    }
    await desk.waitForHeading(/level 10\) wins/);
    expect((await desk.page.locator('.confetti').count()) === 0, 'the loser celebrates');
    await desk.keep('lost');
  }, { touch: true });

  test('the five systems of 2016 answer', async (desk) => {
    await desk.open('/?seed=1');
    const systems = [
      ['Connect Four', 'ligue4', 'd1'],
      ['Connect Four', 'connect4-java', 'd1'],
      ['Gomoku', 'gomoku-lua', 'h8'],
      ['Gomoku', 'gomoku-python', 'h8'],
      ['Desconecta-4 Boom', 'desconecta4', 'd1'],
    ];
    for (const [title, against, cell] of systems) {
      await desk.newGame({ title, role: 'You, moving first', against });
      await desk.playByPointer(cell);
      await desk.waitForPly(2);
    }
  });

  test('undo, redo, hint, resign, rematch', async (desk) => {
    const page = await desk.open('/?seed=1');
    await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:3' });
    await desk.playByPointer('d1');
    await desk.waitForPly(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction(() => document.querySelectorAll('[data-cell]').length === 0);
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.waitForFunction(() => document.querySelectorAll('[data-cell]').length === 2);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByText(/^Try \d\./).waitFor();
    await desk.keep('hint');
    // A hint says why, where there is a reason.
    const told = await desk.open('/?game=connect4&moves=4455');
    await told.getByRole('button', { name: 'Hint' }).click();
    await told.getByText('You win in 2 moves: after 3: you threaten b1, f1 at once').waitFor();
    await told.getByText('Try 3.', { exact: true }).waitFor();
    expect(/hint/i.test(await told.locator('[data-at="c1"]').getAttribute('aria-label')), 'the hint is not on the board');
    await told.close();
    desk.page = page;
    // The hint stays on for the next move.
    await desk.playByPointer('c1');
    await desk.waitForPly(4);
    await page.getByText(/^Try \d\./).waitFor();
    // Resign asks, and takes no for an answer.
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Keep playing' }).click();
    await desk.waitForHeading(/^Your move/);
    await desk.resign();
    await desk.waitForHeading(/^You resigned/);
    await page.getByRole('button', { name: 'Analyse this game' }).click();
    await page.getByRole('meter').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('[data-cell]').length === 4);
    await page.goBack();
    await desk.waitForHeading(/^You resigned/);
    await page.getByRole('button', { name: /Rematch/ }).click();
    await desk.waitForPly(1);
    await desk.waitForHeading(/^Your move/);
  });

  test('what the engine saw is told of the right side, and aloud who played', async (desk) => {
    const page = await desk.open('/?game=connect4&moves=4455');
    await page.getByLabel('Yellow', { exact: true }).selectOption('level:10');
    await page.waitForSelector('.grid.active');
    // Two places to win at once: the engine knows that it has lost.
    await desk.playByPointer('c1');
    await desk.waitForPly(6);
    await page.getByText('Yellow loses to the next move.').waitFor();
    const [answer] = (await desk.saved()).moves.slice(-1);
    await page.waitForFunction((move) => document.querySelector('[data-live]')?.textContent.includes(`(level 10) played ${move}. Your turn`), answer);
  });

  test('of two people the one to move resigns', async (desk) => {
    await desk.open('/');
    await desk.newGame({ title: 'Connect Four', role: 'Two people here' });
    await desk.playByPointer('d1');
    await desk.waitForPly(1);
    await desk.resign();
    await desk.waitForHeading(/^Red wins/);
  });

  test('a teacher can forbid undo and hints', async (desk) => {
    const page = await desk.open('/');
    await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:1', strict: true });
    await desk.playByPointer('d1');
    await desk.waitForPly(2);
    expect((await page.getByRole('button', { name: /Undo|Hint/ }).count()) === 0, 'undo or hint is offered');
    await page.keyboard.press('u');
    expect((await desk.saved()).moves.length === 2, 'a key takes moves back');
  });

  test('a full column says so', async (desk) => {
    const page = await desk.open('/');
    await desk.newGame({ title: 'Connect Four', role: 'Two people here' });
    for (let i = 1; i <= 6; i++) {
      await desk.playByPointer('d3');
      await desk.waitForPly(i);
    }
    await desk.playByPointer('d3');
    await page.locator('.notice', { hasText: 'Column 4 is full' }).waitFor();
    expect((await desk.saved()).moves.length === 6, 'the state changed');
  });

  test('reload in the middle of a game', async (desk) => {
    const page = await desk.open('/?seed=4');
    await desk.newGame({ title: 'Gomoku', role: 'You, moving first', against: 'level:2' });
    await desk.playByPointer('h8');
    await desk.waitForPly(2);
    const before = await desk.saved();
    await page.reload();
    await desk.waitForHeading(/^Your move/);
    expect(JSON.stringify(await desk.saved()) === JSON.stringify(before), 'the game changed');
    await page.waitForFunction(() => document.querySelectorAll('[data-cell]').length === 2);
    await desk.playByPointer('c3');
    await desk.waitForPly(4);
  });

  test('a game that comes back calls nobody to move before the board can be pressed', async (desk) => {
    const page = await desk.open('/?seed=4');
    await desk.newGame({ title: 'Gomoku', role: 'You, moving first', against: 'level:2' });
    await desk.playByPointer('h8');
    await desk.waitForPly(2);
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route('**/api/v1/view', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await desk.waitForHeading(/^The game is being opened/);
    release();
    await desk.waitForHeading(/^Your move/);
    await desk.playByPointer('c3');
    await desk.waitForPly(4);
  });

  test('a lost connection shows itself and loses no move', async (desk) => {
    const page = await desk.open('/?seed=4');
    await desk.newGame({ title: 'Connect Four', role: 'You, moving first', against: 'level:1' });
    await page.context().setOffline(true);
    await desk.playByPointer('d1');
    await page.locator('.notice', { hasText: 'connection' }).waitFor();
    await desk.keep('offline');
    await page.context().setOffline(false);
    await desk.waitForPly(2);
    await page.locator('.notice', { hasText: 'connection' }).waitFor({ state: 'detached' });
  }, { errors: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });

  test('two engines can be watched', async (desk) => {
    await desk.open('/?seed=2');
    await desk.newGame({ title: 'Any board', role: 'Watch two engines' });
    await desk.waitForHeading(/wins|draw/);
    // Two of one name are told apart by their colours.
    await desk.newGame({ title: 'Connect Four', role: 'Watch two engines' });
    await desk.page.getByRole('button', { name: 'Pause' }).click();
    const names = await desk.page.locator('.status small').innerText();
    const [first, second] = names.split(' against ');
    expect(first === second && /level \d/.test(first), names);
    await desk.waitForHeading(/^(Red|Yellow) to move/);
    await desk.page.getByRole('button', { name: 'Go on' }).click();
    await desk.waitForHeading(/^(Red wins|Yellow wins|A draw)/);
  });
}
