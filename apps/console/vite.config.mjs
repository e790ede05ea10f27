import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { checkBudgets } from './build/check-budgets.mjs';
import { compileCatalogs } from './build/compile-catalogs.mjs';
import { compressFiles } from './build/compress-files.mjs';
import { drawPages } from './build/draw-pages.mjs';
import { splitChunks } from './build/split-chunks.mjs';
import { writeSbom } from './build/write-sbom.mjs';

/** Static files only: the edge serves dist/apps/console. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    ...[compileCatalogs(), react(), tailwind()],
    ...[checkBudgets(), drawPages(), writeSbom(), compressFiles()],
  ],
  build: {
    outDir: '../../dist/apps/console',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy forbids data: URLs, and scripts that the page did not load.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: splitChunks(import.meta.dirname) } } },
  },
});
