/// The five verdicts on a move: their signs, and how loudly they are painted. A sign is never alone: words stand beside it.

export type Verdict = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

export const SIGNS: Record<Verdict, string> = { best: '★', good: '✓', inaccuracy: '?!', mistake: '?', blunder: '??' };

export type Tone = 'good' | 'plain' | 'bad';

export function toneOf(verdict: Verdict): Tone {
  if (verdict === 'best') return 'good';
  return verdict === 'mistake' || verdict === 'blunder' ? 'bad' : 'plain';
}
