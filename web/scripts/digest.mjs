// A digest of everything the built page depends on. `--write` puts it into `dist`; without it the
// digest is only printed. `crates/web/tests/web/fresh.rs` computes the same without Node.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const FOLDERS = ['public', 'scripts', 'src'];
const FILES = ['index.html', 'package-lock.json', 'package.json', 'svelte.config.js', 'tsconfig.json', 'vite.config.ts'];

function filesUnder(folder) {
  return readdirSync(join(web, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(web.length + 1).replaceAll('\\', '/'));
}

const hash = createHash('sha256');
for (const path of [...FILES, ...FOLDERS.flatMap(filesUnder)].sort()) {
  const bytes = readFileSync(join(web, path));
  hash.update(`${path}\n${bytes.length}\n`);
  hash.update(bytes);
}
for (const tag of ['en', 'es', 'pt-BR']) {
  const all = JSON.parse(readFileSync(join(web, '..', 'locales', `${tag}.json`), 'utf8'));
  // Only the page's own sentences and the names of the levels are built in.
  const own = Object.keys(all).filter((key) => /^(page|level)\./.test(key));
  for (const key of own.sort()) hash.update(`${tag} ${key}=${all[key]}\n`);
}
const digest = hash.digest('hex');
if (process.argv.includes('--write')) writeFileSync(join(web, 'dist', 'sources.digest'), `${digest}\n`);
console.log(digest);
