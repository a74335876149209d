/// The part of the backend that judges games, reads them from texts and writes them as texts.
import { events, json } from '../backend/http';
import { Unreachable, type PositionQuery } from '../backend/types';
import type { JudgedJson, ReadAnswer, RecordFormat, ReviewEnd, WriteAnswer } from '../backend/wire';
import { language } from '../i18n/index.svelte';

export interface RecordBackend {
  /** Judges every move, the last one first; `hear` is told of each. */
  review(query: PositionQuery, hear: (judged: JudgedJson) => void, signal?: AbortSignal): Promise<ReviewEnd>;
  /** The games of a text, at least one; `game` is what the reader expects where the text does not say. */
  read(text: string, game: string | null): Promise<ReadAnswer>;
  write(query: PositionQuery, format: RecordFormat): Promise<WriteAnswer>;
}

async function review(query: PositionQuery, hear: (judged: JudgedJson) => void, signal?: AbortSignal): Promise<ReviewEnd> {
  for await (const { name, data } of events('/api/v1/review', { ...query, lang: language() }, signal)) {
    if (name === 'judged') hear(JSON.parse(data) as JudgedJson);
    if (name === 'done') return JSON.parse(data) as ReviewEnd;
  }
  throw new Unreachable('the review was cut off');
}

const http: RecordBackend = {
  review,
  read: (text, game) => json('/api/v1/read', { text, game, lang: language() }),
  write: (query, format) => json('/api/v1/write', { ...query, format, lang: language() }),
};

let chosen = http;

export function records(): RecordBackend {
  return chosen;
}

/** Tests bring their own. */
export function useRecords(other: RecordBackend): void {
  chosen = other;
}
