// Hears what the page and its workers say to each other: who was started, asked, told to stop, or ended, and when.

/** Put into a page before its own scripts; `workerLog` lists what happened, in order. */
export function spyOnWorkers() {
  const log = (globalThis.workerLog = []);
  const flags = new Map();
  const note = (what, worker) => log.push({ what, worker, at: performance.now() });
  const Real = globalThis.Worker;
  let count = 0;
  globalThis.Worker = class extends Real {
    constructor(address, options) {
      super(address, options);
      this.number = count += 1;
      globalThis.workerAddress = String(address);
      note('new', this.number);
      this.addEventListener('message', ({ data }) => note(data.name, this.number));
    }
    postMessage(message) {
      if (message.flag) flags.set(message.flag, this.number);
      if (message.route) note(`ask ${message.route}`, this.number);
      super.postMessage(message);
    }
    terminate() {
      note('terminate', this.number);
      super.terminate();
    }
  };
  const { store } = Atomics;
  Atomics.store = (array, at, value) => {
    if (value === 1) note('stop', flags.get(array));
    return store.call(Atomics, array, at, value);
  };
}

/** Asks this browser for an analysis without end, and waits until it has found something. */
export async function thinkWithoutEnd(page) {
  // Before the study is open, the question would be about another board.
  await page.waitForFunction(() => globalThis.workerLog.some(({ what }) => what === 'iteration'));
  await page.getByLabel('Time').selectOption({ label: 'until stopped' });
  await page.waitForFunction(() => {
    const asked = globalThis.workerLog.findLastIndex(({ what }) => what === 'ask analyze');
    return globalThis.workerLog.slice(asked).filter(({ what }) => what === 'iteration').length > 2;
  });
  await page.waitForSelector('[data-score]');
}
