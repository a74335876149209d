/// Where the page computes: on the server it came from, or in this browser.
import { canCompute } from '../backend/wasm/modules';
import { IS_STATIC } from './base';
import { settings } from './settings.svelte';

export type Place = 'server' | 'browser';

const ASK_AGAIN_MS = 2000;

class Computing {
  /** The server did not answer, and this browser has taken over. */
  away = $state(false);
  private asking = false;

  /** Where the next question goes. */
  get place(): Place {
    if (!canCompute()) return 'server';
    if (IS_STATIC || settings.compute === 'browser') return 'browser';
    return this.away && settings.compute === 'auto' ? 'browser' : 'server';
  }

  /** Nobody can compute: there is no server, and this browser is not able to. */
  get impossible(): boolean {
    return IS_STATIC && !canCompute();
  }

  /** The server is away: says whether this browser takes over, and asks for the server until it is back. */
  takeOver(isBack: () => Promise<boolean>): boolean {
    if (settings.compute !== 'auto' || !canCompute()) return false;
    this.away = true;
    void this.await(isBack);
    return true;
  }

  private async await(isBack: () => Promise<boolean>): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    while (this.away) {
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
      if (await isBack()) this.away = false;
    }
    this.asking = false;
  }
}

export const computing = new Computing();
