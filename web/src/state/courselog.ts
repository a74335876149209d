/// The text log of the Granada course for a Boom game: what could be played, what it was worth, what
/// was played. In Spanish it reads as the course prints it.
import type { Iteration, Side, View } from '../backend/types';
import { gameName } from '../board/frame';
import { number } from '../board/words';
import { say } from '../i18n/index.svelte';

export interface LogEntry {
  side: Side;
  legal: string[];
  value: number | null;
  move: string;
}

function action(move: string): string {
  return /^\d+$/.test(move) ? `PUT ${move}` : 'BOOM';
}

export function courseLog(before: View, move: string, thought: Iteration | null): LogEntry | null {
  if (gameName(before.game) !== 'boom') return null;
  const score = thought?.score;
  return { side: before.turn, legal: before.legal, value: score && 'value' in score ? score.value : null, move };
}

/** An entry as two lines; entries of older games are kept as the texts they were. */
export function logText(entry: LogEntry | { actions: string; choice: string }): string {
  if ('actions' in entry) return `${entry.actions}\n${entry.choice}`;
  const who = say(`page.side.green-blue.${entry.side}`);
  const value = entry.value === null ? '' : `${say('page.log.value', { value: number(entry.value) })} `;
  const actions = say('page.log.actions', { who, moves: entry.legal.map(action).join(' ') });
  return `${actions}\n${value}${say('page.log.choice', { move: action(entry.move) })}`;
}
