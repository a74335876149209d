/// The text log of the Granada course for a Boom game: what could be played, what it was worth, what was played.
import type { Iteration, View } from '../backend/types';
import { gameName } from '../board/frame';

export interface LogEntry {
  actions: string;
  choice: string;
}

function action(move: string): string {
  return /^\d+$/.test(move) ? `PUT ${move}` : 'BOOM';
}

export function courseLog(before: View, move: string, thought: Iteration | null): LogEntry | null {
  if (gameName(before.game) !== 'boom') return null;
  const who = before.turn === 'first' ? 'Verde' : 'Azul';
  const actions = `Acciones aplicables ${who}: ${before.legal.map(action).join(' ')}`;
  const score = thought?.score;
  const value = score && 'value' in score ? `Valor MiniMax: ${score.value} ` : '';
  return { actions, choice: `${value}Accion: ${action(move)}` };
}
