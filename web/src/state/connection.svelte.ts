/// Whether the backend can be reached; requests wait here and try again, so no move is lost.
import { Unreachable } from '../backend/types';
import { backend } from './backend';

export const connection = $state({ lost: false });

const WAITS_MS = [300, 700, 1500, 3000];
const ASK_AGAIN_MS = 1000;

let asking = false;

/** Asks until somebody answers, so that the notice goes away even if nothing else is wanted. */
async function askUntilBack(probe: () => Promise<unknown>): Promise<void> {
  if (asking) return;
  asking = true;
  while (connection.lost) {
    await wait(ASK_AGAIN_MS);
    try {
      await probe();
      connection.lost = false;
    } catch (error) {
      if (!(error instanceof Unreachable)) connection.lost = false;
    }
  }
  asking = false;
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Repeats a request until the backend answers it, one way or the other. */
export async function persist<T>(request: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await request();
      connection.lost = false;
      return answer;
    } catch (error) {
      if (!(error instanceof Unreachable) || signal?.aborted) throw error;
      connection.lost = true;
      void askUntilBack(() => backend().alive());
      await wait(WAITS_MS[Math.min(attempt, WAITS_MS.length - 1)]!, signal);
    }
  }
}
