// Keeps the whole site in the browser, one version at a time. Whoever serves the site writes its list of files below.
const FILES = [/* files */];
/** Two vector instructions, as in the page's own test of the browser. */
const VECTORS = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
const VERSION = '/* version */';
/** A server that takes longer is as good as away. */
const PATIENCE_MS = 3000;
const SITE = new URL('./', self.location).href;
/** A host may have the site in several folders; each keeps its own. */
const PREFIX = `alinea ${new URL(SITE).pathname} `;
const CACHE = PREFIX + VERSION;

/** Pages that are isolated from other sites may share memory with their workers, so that a search hears stop at once. */
function isolated(response) {
  const headers = new Headers(response.headers);
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('cross-origin-embedder-policy', 'require-corp');
  headers.set('cross-origin-resource-policy', 'same-origin');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** Browsers with 128-bit vectors have no use for the module without them, nor the others for those with them. */
function isUsed(file) {
  const vectors = typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(VECTORS));
  return !file.startsWith(vectors ? 'wasm/plain-' : 'wasm/games-') && (vectors || !file.startsWith('wasm/first-'));
}

async function keep(cache, file) {
  const url = SITE + file;
  // What arrived before the network broke is not fetched again.
  if (await cache.match(url)) return;
  const response = await fetch(url, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  await cache.put(url, response);
}

self.addEventListener('install', (event) => {
  const all = async () => {
    const cache = await caches.open(CACHE);
    // A few at a time: the page itself may want something meanwhile.
    const rest = FILES.filter(isUsed);
    const some = async () => {
      for (let file = rest.shift(); file !== undefined; file = rest.shift()) await keep(cache, file);
    };
    await Promise.all([some(), some(), some()]);
  };
  event.waitUntil(all());
});

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    // Another window may still play with the version before; its files go with the next one.
    if (windows.length <= 1) {
      const names = await caches.keys();
      await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
    }
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener('message', (event) => {
  if (event.data === 'change') self.skipWaiting();
});

async function kept(url) {
  const cache = await caches.open(CACHE);
  return (await cache.match(url)) ?? caches.match(url);
}

/** The page: from the network while it answers, else as it was kept. */
async function page(request) {
  const fresh = fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) }).then((response) => {
    if (!response.ok) throw new Error(response.statusText);
    return response;
  });
  try {
    const response = await fresh;
    return response.redirected ? response : isolated(response);
  } catch (error) {
    const found = await kept(SITE);
    if (found) return isolated(found);
    throw error;
  }
}

/** Files: their names change with their content, so what is kept is right. */
async function file(request) {
  const found = await kept(request.url);
  return isolated(found ?? (await fetch(request)));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(SITE)) return;
  if (url.href.slice(SITE.length).startsWith('api/')) return;
  event.respondWith(request.mode === 'navigate' ? page(request) : file(request));
});
