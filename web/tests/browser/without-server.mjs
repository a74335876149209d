// The half of the suite that is run a second time on a site of plain files, kept in the browser, with the network cut:
// play, analyse, heuristics, think, unbeatable, puzzles, review.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostFiles } from '../filehost.mjs';
import { DESKTOP } from './desk.mjs';

export const AGAIN = [
  'beat level 1',
  'the five systems of 2016 answer',
  'undo, redo, hint, resign, rematch',
  'a teacher can forbid undo and hints',
  'a full column says so',
  'reload in the middle of a game',
  'two engines can be watched',
  'an explosion is animated from its effects and the log stands beside the board',
  'renju shows its forbidden points and says why',
  'a size that is not offered says so',
  'scores stand on the board and stay until switched off',
  'the numbers are those of the engine',
  'keys walk through the game and its variations',
  'an address is shared and reopened',
  'a broken address opens the start with a notice',
  'every notation is copied and pasted',
  'a board is set up by hand',
  'heuristics show where their points come from, side by side',
  'viewer: every number is that of alinea trace',
  'viewer: a walk steps, goes back, slides, plays and finds cuts',
  'viewer: branches open, close, follow the best line and narrow to cuts',
  'viewer: the quiz asks about real searches and keeps the score',
  'the coach names the line and the reason of every move, and wins',
  'the map leads from reply to reply',
  'the trainer keeps what was missed',
  'a puzzle has an address, answers a wrong try on the board and accepts the right one',
  'a win is played out move by move',
  'puzzles are chosen by game, theme and difficulty',
  'a review opens at the first turning point and judges every move',
  'a review is stopped at any time and keeps what it has',
  'another study leaves the first one in a list',
  'a running game waits in a list while another one is played',
  'a seat changes hands in the middle of a game',
  'a reason is lit on the board',
  'the threat lens shows a forced win, refutes defences and names the last escape',
  'an endless analysis goes on until it is stopped, and keeps what it found',
  'keys of the analysis work in a game',
];

/** The site after one visit, in a browser that has lost its network. */
export async function keepSite(browser, program) {
  const folder = mkdtempSync(join(tmpdir(), 'alinea-site-'));
  execFileSync(program, ['export-site', folder]);
  const host = await hostFiles(folder, '/class/');
  const context = await browser.newContext({
    viewport: DESKTOP,
    locale: 'en-US',
    reducedMotion: 'no-preference',
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.goto(`${host.address}/`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.close();
  await context.setOffline(true);
  await host.stop();
  rmSync(folder, { recursive: true });
  return { context, address: host.address };
}
