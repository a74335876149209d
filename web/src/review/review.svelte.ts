/// A review of the game under study: what was judged so far, and where the game turned.
import { Refusal, type Side } from '../backend/types';
import type { JudgedJson, ReviewEnd } from '../backend/wire';
import { persist } from '../state/connection.svelte';
import { finished, type Study } from '../state/study.svelte';
import { barScale, share } from '../board/words';
import { records } from './backend';
import { exercises, type Exercise } from './exercises.svelte';
import type { Verdict } from './verdicts';

/** A place of the game that was judged: the move, and the places before and after it. */
export interface Place {
  judged: JudgedJson;
  before: number;
  after: number;
}

export class Review {
  places: Place[] = $state.raw([]);
  total = $state(0);
  busy = $state(false);
  end: ReviewEnd | null = $state.raw(null);
  failure = $state('');
  /** The side whose mistakes become exercises by themselves: the reader's own. */
  own: Side | null = $state(null);
  /** Somebody looked elsewhere while the moves were judged. */
  private moved = false;
  private work: AbortController | null = null;

  constructor(private readonly study: Study) {}

  /** The turning points in the order they were played. */
  get turns(): Place[] {
    return this.places.filter(({ judged }) => judged.turning_point).sort((a, b) => a.judged.ply - b.judged.ply);
  }

  /** The verdict on the move that led to a place. */
  verdict(id: number): Verdict | null {
    return (this.places.find(({ after }) => after === id)?.judged.verdict as Verdict | undefined) ?? null;
  }

  /** Judges the line that is shown, to its end; then the first turning point is looked at. */
  async run(own: Side | null): Promise<void> {
    this.work?.abort();
    const work = (this.work = new AbortController());
    const { table } = this.study;
    const line = table.line;
    const query = table.query(line[line.length - 1]);
    this.own = own;
    this.places = [];
    this.end = null;
    this.failure = '';
    this.total = query.moves.length;
    this.moved = false;
    this.busy = true;
    this.study.rest();
    this.study.resting = true;
    const hear = (judged: JudgedJson) => {
      if (work.signal.aborted) return;
      const [before, after] = [line[judged.ply - 1]!, line[judged.ply]!];
      this.places = [...this.places, { judged, before, after }];
      this.note(judged, after);
    };
    try {
      const again = () => {
        this.places = [];
        return records().review(query, hear, work.signal);
      };
      this.end = await persist(again, work.signal);
    } catch (error) {
      if (work.signal.aborted) return;
      this.failure = error instanceof Refusal ? error.message : String(error);
    } finally {
      if (this.work === work) await this.finish();
    }
  }

  /** Judges no further and keeps what it has. */
  async stop(): Promise<void> {
    if (!this.busy) return;
    this.work?.abort();
    this.work = null;
    await this.finish();
  }

  /** Somebody goes elsewhere: what is found later opens nothing by itself. */
  leave(): void {
    this.moved = true;
  }

  private async finish(): Promise<void> {
    this.busy = false;
    this.study.resting = false;
    if (this.own) this.keep(this.own);
    const [first] = this.turns;
    if (first && !this.moved) await this.study.go(first.before);
    else await this.study.look();
  }

  /** Somebody wants to practise the mistakes of one side, also those that were solved before. */
  practise(side: Side): void {
    exercises.hasten(this.keep(side));
  }

  private keep(side: Side): Exercise[] {
    const { game, start } = this.study.table;
    return exercises.keep(game, start, this.moves, this.places.map(({ judged }) => judged), side);
  }

  private get moves(): string[] {
    const { table } = this.study;
    const last = this.places[0]?.after ?? table.at;
    return table.query(last).moves;
  }

  /** What a move was worth is what the position after it is worth: the graph has it for nothing. */
  private note(judged: JudgedJson, id: number): void {
    const { table } = this.study;
    const mine = share(judged.played, barScale(table.game, 'best'));
    const over = id === table.at ? finished(table.view) : null;
    this.study.learn(id, over ?? (judged.player === 'first' ? mine : 1 - mine));
  }

  close(): void {
    this.work?.abort();
    this.work = null;
    this.busy = false;
    this.study.resting = false;
  }
}
