/// What the viewer says of a node, in the reader's language. The reason of a cut comes from the server.
import { language, say } from '../i18n/index.svelte';
import { engineTitle, heuristicTitle } from '../board/words';
import { parseLecture } from './engine';
import { isLeaf } from './tree';
import type { TraceNode } from './types';

/** A number as the search has it: at most six decimals unless told otherwise, a real minus sign. */
export function exact(value: number, digits = 6): string {
  if (Math.abs(value) >= 1e15) return value > 0 ? '∞' : '−∞';
  return value.toLocaleString(language(), { maximumFractionDigits: digits }).replace('-', '−');
}

/** A sentence of the program with its numbers written as the page writes them. */
export function numbersIn(sentence: string): string {
  return sentence.replace(/(?<!\w)-?\d+(\.\d+)?(e\d+)?/g, (number) => exact(Number(number)));
}

export function count(value: number): string {
  return value.toLocaleString(language());
}

export function bound(value: number | null, infinite: '−∞' | '+∞', digits = 6): string {
  return value === null ? infinite : exact(value, digits);
}

/** Numbers are written with commas in two of the languages, so the bounds are parted by a semicolon. */
export function windowText(node: Pick<TraceNode, 'alpha' | 'beta'>, digits = 6): string {
  return `[${bound(node.alpha, '−∞', digits)}; ${bound(node.beta, '+∞', digits)}]`;
}

export function sideText(node: Pick<TraceNode, 'max'>): string {
  return node.max ? 'MAX' : 'MIN';
}

export function nameOf(node: TraceNode): string {
  return node.move ?? say('page.viewer.root');
}

/** Why a branch was cut: the server's sentence, its numbers written as the page writes them. */
export function reason(cut: NonNullable<TraceNode['cut']>): string {
  return numbersIn(cut.why);
}

/** What happens when a node is entered. */
export function enterWords(node: TraceNode): string {
  const side = sideText(node);
  if (node.alpha === null && node.beta === null) return say('page.viewer.say.enter.free', { side });
  return say('page.viewer.say.enter', { side, alpha: bound(node.alpha, '−∞'), beta: bound(node.beta, '+∞') });
}

/** Why a node returns its value. */
export function leaveWords(node: TraceNode): string {
  const value = exact(node.value);
  if (node.outcome) return say('page.viewer.say.over', { value });
  if (isLeaf(node)) return say('page.viewer.say.leaf', { value });
  if (node.cut) return `${reason(node.cut)}.`;
  if (!node.opened) return say('page.viewer.say.closed', { value, nodes: count(node.nodes) });
  const side = node.max ? 'max' : 'min';
  if (node.best === null) return say(`page.viewer.say.none.${side}`, { value });
  return say(`page.viewer.say.best.${side}`, { value, move: node.best });
}

/** The moves a cut saved the search from. */
export function skippedWords(node: TraceNode): string {
  const skipped = node.skipped ?? [];
  if (skipped.length === 0) return '';
  const shown = skipped.slice(0, 12).join(' ') + (skipped.length > 12 ? ' …' : '');
  return say('page.viewer.say.skipped', { count: count(skipped.length), moves: shown });
}

/** A search as people call it: its method, its heuristic, its depth. */
export function searchWords(engine: string, game: string): string {
  const lecture = parseLecture(engine);
  if (!lecture) return engineTitle(engine, game);
  const way = say(`page.viewer.form.algorithm.${lecture.algorithm}`);
  const depth = count(lecture.depth);
  if (!lecture.heuristic) return say('page.viewer.search.plain', { way, depth });
  return say('page.viewer.search.named', { way, heuristic: heuristicTitle(lecture.heuristic), depth });
}
