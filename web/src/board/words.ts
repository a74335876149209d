/// What the page calls the sides, the games and the scores, in the reader's language.
import type { Iteration, Score, Side, View } from '../backend/types';
import { has, language, say } from '../i18n/index.svelte';
import { charAt, ownerOf, parseCell } from './cells';
import { coloursOf, gameName } from './frame';
import { runs } from './geometry';
import type { ScoreMark } from './marks';
import { parseEngine } from '../state/enginespec';

export function sideName(view: Pick<View, 'game' | 'gravity'>, side: Side): string {
  return say(`page.side.${coloursOf(view)}.${side}`);
}

/** Columns, rows and length of a board of one's own. */
export function mnkSizes(game: string): number[] {
  return (game.split(':')[1] ?? '').match(/\d+/g)?.map(Number) ?? [3, 3, 3];
}

export function gameTitle(game: string): string {
  const name = gameName(game);
  const setup = game.slice(name.length + 1);
  if (game === 'mnk' || game === 'mnk:3x3x3') return say('page.game.tictactoe');
  if (name === 'mnk') return mnkSizes(game).join(' × ');
  const title = has(`page.game.${name}`) ? say(`page.game.${name}`) : name;
  if (!setup) return title;
  return `${title} ${setup.includes('x') ? setup.replace('x', ' × ') : `${setup} × ${setup}`}`;
}

/** The rules of a game in one line. */
export function rulesLine(game: string): string {
  const name = gameName(game);
  if (name !== 'mnk') return has(`page.game.${name}.about`) ? say(`page.game.${name}.about`) : '';
  const [, , k = 3] = mnkSizes(game);
  const row = say(game.includes('+misere') ? 'page.rules.line.misere' : 'page.rules.line', { k: String(k) });
  return game.includes('+gravity') ? `${say('page.rules.line.gravity')} ${row}` : row;
}

export function engineTitle(engine: string, game: string): string {
  const { name, level, settings } = parseEngine(engine);
  if (level !== undefined && settings.size === 0) {
    const own = `level.${gameName(game)}.${level}`;
    return say('level.named', { name: say(has(own) ? own : `level.any.${level}`), level: String(level) });
  }
  const key = `page.enginename.${name}`;
  return has(key) ? say(key) : engine;
}

/** A heuristic's name for people; a file of one's own keeps its own. */
export function heuristicTitle(name: string): string {
  const key = `page.heuristicname.${name}`;
  return has(key) ? say(key) : name;
}

/** A number as the reader's language writes it, with a real minus sign. */
export function number(value: number, digits = 6): string {
  return value.toLocaleString(language(), { maximumFractionDigits: digits }).replace('-', '−');
}

function signed(value: number, digits: number): string {
  const text = Math.abs(value).toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  if (Number(Math.abs(value).toFixed(digits)) === 0) return '0';
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

/** People count the moves of the side that wins, not those of both. */
export function movesOf(plies: number): number {
  return Math.ceil(plies / 2);
}

/** The score as a mark on the board: the exact number where there is one, else ▲ wins in, ▼ loses in, =. */
export function scoreText(score: Score): string {
  if (score.exact !== undefined) return score.exact === 0 ? '0' : signed(score.exact, 0);
  if ('value' in score) return score.win === undefined ? compact(score.value) : percent(score.win);
  if ('win' in score) return `▲${movesOf(score.win)}`;
  if ('loss' in score) return `▼${movesOf(score.loss)}`;
  return '=';
}

/** A chance as people say it: never none, never certain, which only a decided score is. */
function percent(chance: number): string {
  return `${number(wholePercent(chance))}\u00a0%`;
}

function wholePercent(chance: number): number {
  return Math.min(Math.max(Math.round(chance * 100), 1), 99);
}

/** A key with its singular where the number is one. */
export function plural(key: string, count: number, args: Record<string, string> = {}): string {
  return say(count === 1 && has(`${key}.one`) ? `${key}.one` : key, { ...args, count: number(count) });
}

const WINS = { exact: 'page.score.win', 'at-most': 'page.score.win.most', unknown: 'page.score.win.forced' };
const LOSES = { exact: 'page.score.loss', 'at-most': 'page.score.loss.most', unknown: 'page.score.loss.forced' };

/** The score as a sentence about the side to move; a bound says "at most", and where only the winner is known no number is named. */
export function scoreWords(view: Pick<View, 'game' | 'gravity' | 'turn'>, { score, distance }: Pick<Iteration, 'score' | 'distance'>): string {
  const who = sideName(view, view.turn);
  if ('draw' in score) return say('page.score.draw');
  if ('value' in score) {
    if (score.win !== undefined) return say('page.score.chance', { who, chance: percent(score.win) });
    return say('page.score.value', { who, value: compact(score.value) });
  }
  const [keys, plies] = 'win' in score ? [WINS, score.win] : [LOSES, score.loss];
  if (distance === 'unknown') return say(keys.unknown, { who });
  return plural(movesOf(plies) > 1 ? keys[distance] : keys.exact, movesOf(plies), { who });
}

/** What a score is worth once the move it was found for is on the board: one ply less. */
export function afterMove(score: Score): Score {
  if ('value' in score) return score;
  if ('win' in score) return { ...score, win: Math.max(score.win - 1, 0) };
  return 'loss' in score ? { ...score, loss: Math.max(score.loss - 1, 0) } : score;
}

export function tone(score: Score): ScoreMark['tone'] {
  if ('value' in score) return score.value > 0 ? 'good' : score.value < 0 ? 'bad' : 'even';
  if ('win' in score) return 'good';
  return 'loss' in score ? 'bad' : 'even';
}

/** One number to sort and draw by: decided scores lie beyond every estimate. */
export function rank(score: Score): number {
  if ('value' in score) return score.value;
  if ('win' in score) return 1e9 - score.win;
  return 'loss' in score ? -1e9 + score.loss : 0;
}

/** The share of the bar that estimates may fill; the rest belongs to decided games. */
const UNDECIDED = 0.86;
/** A win this far away fills half of what is left. */
const FAR = 12;

/** How much of the bar belongs to the side the score is for: 0 lost, 1 won at once; a far win fills less. */
export function share(score: Score, scale: number): number {
  if ('value' in score) return 0.5 + UNDECIDED * (chance(score, scale) - 0.5);
  if ('win' in score) return decided(score.win);
  return 'loss' in score ? 1 - decided(score.loss) : 0.5;
}

/** The chance that the engine gives, or a guess by the scale of its estimates. */
function chance(score: Extract<Score, { value: number }>, scale: number): number {
  return score.win ?? 1 / (1 + Math.exp(-score.value / scale));
}

function decided(plies: number): number {
  const least = 0.5 + UNDECIDED / 2;
  return least + (1 - least) * (FAR / (FAR + Math.max(plies - 1, 0)));
}

/** Estimates live on different scales; half a scale is a small advantage, three scales a won game. */
export function barScale(game: string, engine: string): number {
  const name = gameName(game);
  const plain = /^(alphabeta|textbook|ligue4|connect4-java|gomoku-|desconecta4)/.test(engine);
  if (name === 'connect4') return 200;
  if (name === 'boom') return plain ? 20 : 2;
  return plain || name === 'mnk' ? 300 : 4;
}

/** Whether the engine says how likely a win is. */
export function hasChance(score: Score): boolean {
  return 'value' in score && score.win !== undefined;
}

/** On big boards an estimate is shown as a chance in per cent: two digits fit on a small cell. */
export function chanceText(score: Score, scale: number): string {
  return 'value' in score ? String(wholePercent(chance(score, scale))) : scoreText(score);
}

/** Why a game ended, from its line alone: whose it is, and whether that side won. */
export function endWords(view: View, isReader: (side: Side) => boolean): string {
  const outcome = view.outcome;
  if (!outcome) return '';
  if ('draw' in outcome) return say('page.end.draw');
  const [first] = view.line;
  const owner = first ? ownerOf(charAt(view, parseCell(first))) : null;
  if (!owner) return '';
  const lines = runs(view.line);
  const key = owner === outcome.winner ? 'page.end.lined' : 'page.end.lined.loses';
  const longest = Math.max(...lines.map((line) => line.length));
  const args = { who: sideName(view, owner), count: String(longest), cells: lines.map((line) => line.join(' ')).join(say('page.and')) };
  return say(isReader(owner) ? `${key}.you` : key, args);
}

/** A reason stands alone, so it begins and ends like a sentence; the name of a cell keeps its small letter. */
export function sentence(reason: string | null): string {
  if (!reason) return '';
  const text = /^[a-z]\d/.test(reason) ? reason : reason[0]!.toLocaleUpperCase() + reason.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
