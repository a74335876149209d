/// The build of the page: one folder, `dist`, with stable names for its hashed files.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { pageStrings } from './scripts/page-strings.ts';

export default defineConfig({
  // Relative, so that the site works in any folder of a file host.
  base: './',
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } } },
  plugins: [pageStrings(), svelte()],
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: process.env.ALINEA_URL ?? 'http://127.0.0.1:4224', changeOrigin: false } } },
  build: {
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] },
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
  test: { environment: 'happy-dom', include: ['tests/unit/**/*.test.ts'] },
});
