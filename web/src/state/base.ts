/// Where the site lies: `/` on our server, any folder on a file host. The built script is in `assets/` below it.

export const BASE = import.meta.env.PROD ? new URL(/* @vite-ignore */ '..', import.meta.url).pathname : '/';

function listed(id: string): Record<string, string> {
  try {
    return JSON.parse(document.getElementById(id)?.textContent ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

/** The files of the modules by their names, written into the page by whoever serves it; none while the page is developed. */
export const MODULE_FILES = listed('modules');

/** A site of plain files: nobody but the browser can compute. */
export const IS_STATIC = document.documentElement.dataset.site === 'static';
