/// Whether the backend can be reached; requests wait here and try again, so no move is lost.
import { Unreachable } from '../backend/types';

export const connection = $state({ lost: false });

const WAITS_MS = [300, 700, 1500, 3000];

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
      await wait(WAITS_MS[Math.min(attempt, WAITS_MS.length - 1)]!, signal);
    }
  }
}
