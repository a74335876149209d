// A plain file host, as schools and forges have them: files by their names, folders with their index, nothing else.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/** Serves a folder below a path; `sent` has the bytes of each file that was asked for. The connection breaks in the
 *  middle of the files that `network.breaks` picks; `network.encodes` says that packed files are packed on their way;
 *  `network.refuses` gives the status of files that are refused, where 0 is no answer at all. */
export async function hostFiles(folder, path = '/') {
  const sent = new Map();
  const network = { breaks: () => false, encodes: false, refuses: () => null };
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const within = decodeURIComponent(url.pathname);
    const refuse = (status, headers = {}) => response.writeHead(status, headers).end();
    if (!within.startsWith(path)) return refuse(404);
    const status = network.refuses(within);
    if (status === 0) return;
    if (status !== null) return refuse(status);
    let file = join(folder, normalize(within.slice(path.length - 1)));
    if (!existsSync(file)) return refuse(404);
    if (statSync(file).isDirectory()) {
      if (!within.endsWith('/')) return refuse(301, { location: `${url.pathname}/${url.search}` });
      file = join(file, 'index.html');
      if (!existsSync(file)) return refuse(404);
    }
    const { size } = statSync(file);
    sent.set(within, size);
    const encoding = network.encodes && file.endsWith('.gz') ? { 'content-encoding': 'gzip' } : {};
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'content-length': size, ...encoding });
    if (network.breaks(within)) createReadStream(file, { end: size >> 1 }).on('end', () => response.destroy()).pipe(response, { end: false });
    else createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { address: `http://127.0.0.1:${server.address().port}${path.replace(/\/$/, '')}`, folder, sent, network, stop };
}
