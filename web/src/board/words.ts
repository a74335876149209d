/// What the page calls the sides, the games and the scores, in the reader's language.
import type { Score, Side, View } from '../backend/types';
import { has, say } from '../i18n/index.svelte';
import { coloursOf, gameName } from './frame';
import type { ScoreMark } from './picture';

export function sideName(view: Pick<View, 'game' | 'gravity'>, side: Side): string {
  return say(`page.side.${coloursOf(view)}.${side}`);
}

export function gameTitle(game: string): string {
  const name = gameName(game);
  const setup = game.slice(name.length + 1);
  if (game === 'mnk:3x3x3') return say('page.game.tictactoe');
  const title = has(`page.game.${name}`) ? say(`page.game.${name}`) : name;
  return setup && name === 'mnk' ? setup.replaceAll('x', ' × ').replaceAll('+', ' + ') : setup ? `${title} ${setup}` : title;
}

export function engineTitle(engine: string, game: string): string {
  const level = /^level:(\d+)$/.exec(engine)?.[1];
  if (level) {
    const own = `level.${gameName(game)}.${level}`;
    return say('level.named', { name: say(has(own) ? own : `level.any.${level}`), level });
  }
  const key = `page.enginename.${engine.split(':')[0]}`;
  return has(key) ? say(key) : engine;
}

function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return '0';
  return (value < 0 ? '−' : '+') + text;
}

/** A number people read at a glance: at most four characters on the board. */
export function compact(value: number): string {
  const size = Math.abs(value);
  if (size >= 999_500) return `${value < 0 ? '−' : '+'}∞`;
  if (size >= 9_950) return `${signed(value / 1000, 0)}k`;
  if (size >= 1_000) return `${signed(value / 1000, 1)}k`;
  return signed(value, size < 10 && !Number.isInteger(value) ? 1 : 0);
}

/** The score as a mark on the board: the exact number where there is one, else ▲ wins in, ▼ loses in, =. */
export function scoreText(score: Score): string {
  if (score.exact !== undefined) return score.exact === 0 ? '0' : signed(score.exact, 0);
  if ('win' in score) return `▲${score.win}`;
  if ('loss' in score) return `▼${score.loss}`;
  if ('draw' in score) return '=';
  return compact(score.value);
}

export function scoreWords(score: Score): string {
  if ('win' in score) return say('page.score.win', { plies: String(score.win) });
  if ('loss' in score) return say('page.score.loss', { plies: String(score.loss) });
  if ('draw' in score) return say('page.score.draw');
  return say('page.score.value', { value: compact(score.value) });
}

export function tone(score: Score): ScoreMark['tone'] {
  if ('win' in score) return 'good';
  if ('loss' in score) return 'bad';
  if ('draw' in score) return 'even';
  return score.value > 0 ? 'good' : score.value < 0 ? 'bad' : 'even';
}

/** One number to sort and draw by: decided scores lie beyond every estimate. */
export function rank(score: Score): number {
  if ('win' in score) return 1e9 - score.win;
  if ('loss' in score) return -1e9 + score.loss;
  if ('draw' in score) return 0;
  return score.value;
}

/** How much of the bar belongs to the side the score is for: 0 lost, 1 won. */
export function share(score: Score, scale: number): number {
  if ('win' in score) return 1;
  if ('loss' in score) return 0;
  if ('draw' in score) return 0.5;
  return 1 / (1 + Math.exp(-score.value / scale));
}

/** Estimates live on different scales; half a scale is a small advantage, three scales a won game. */
export function barScale(game: string, engine: string): number {
  const name = gameName(game);
  const plain = /^(alphabeta|textbook|ligue4|connect4-java|gomoku-|desconecta4)/.test(engine);
  if (name === 'connect4') return 200;
  if (name === 'boom') return plain ? 20 : 2;
  return plain || name === 'mnk' ? 300 : 4;
}

/** On big boards an estimate is shown as a chance in per cent: two digits fit on a small cell. */
export function chanceText(score: Score, scale: number): string {
  return 'value' in score ? String(Math.round(share(score, scale) * 98) + 1) : scoreText(score);
}
