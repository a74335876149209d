/// The service worker that keeps the page for days without a network, and the notice that a newer one is ready.
import { BASE, MODULE_FILES } from './base';

/** The first game comes first; only then is everything else fetched. */
const REGISTER_AFTER_MS = 1500;

class Installed {
  /** A newer version waits; it takes over when the reader says so, or when every window is closed. */
  update: ServiceWorker | null = $state.raw(null);

  /** Keeps the page in this browser, where the browser allows it. */
  keep(): void {
    if (!('games' in MODULE_FILES)) return;
    // A private window or blocked storage refuses even the question.
    try {
      if (!navigator.serviceWorker) return;
    } catch {
      return;
    }
    setTimeout(() => {
      navigator.serviceWorker.register(`${BASE}sw.js`).then((found) => found && this.watch(found), () => undefined);
    }, REGISTER_AFTER_MS);
  }

  private watch(registration: ServiceWorkerRegistration): void {
    const waits = () => {
      // The first one of all replaces nothing.
      const { waiting } = registration;
      if (!waiting || !navigator.serviceWorker.controller) return;
      this.update = waiting;
      // Somebody agreed in another window: there is nothing left to ask here.
      waiting.addEventListener('statechange', () => this.update === waiting && this.later());
    };
    waits();
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', waits));
  }

  /** Changes to the newer version and opens the page again; the game is kept in this browser. */
  change(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    this.update?.postMessage('change');
  }

  later(): void {
    this.update = null;
  }
}

export const installed = new Installed();
