import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { beforePaint } from './before-paint.mjs';
import { compileCatalogs } from './compile-catalogs.mjs';
import { fillPage } from './fill-page.mjs';
import { findTexts, listScripts, readPageModules } from './page-files.mjs';

const languages = ['en', 'de'];
/** The navigation around all pages that need a session. */
const frameModule = 'src/app/shell.tsx';

/**
 * Writes one HTML file for each page and language, and `pages.json`, which tells the edge where
 * they are. A file shows the page before any script runs, and names everything that the page
 * loads, so that all of it is asked for at once. A page whose first reads depend on the filters
 * in its URL has a second file for URLs with a query, which does not name these reads.
 */
export function drawPages() {
  let root;
  return {
    name: 'draw-pages',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    async writeBundle({ dir }) {
      const bundle = await mkdtemp(join(tmpdir(), 'tollgate-draw-'));
      try {
        const drawPage = await buildDrawPage(root, bundle);
        await writePages(root, dir, drawPage);
      } finally {
        await rm(bundle, { recursive: true });
      }
    },
  };
}

/** The code that draws is the console itself, built for Node. */
async function buildDrawPage(root, outDir) {
  const output = { entryFileNames: 'draw-page.mjs', chunkFileNames: '[name].mjs' };
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [compileCatalogs(), react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'src/drawn/draw-page.tsx',
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: { output },
    },
  });
  const { drawPage } = await import(pathToFileURL(join(outDir, 'draw-page.mjs')).href);
  return drawPage;
}

async function writePages(root, dir, drawPage) {
  const read = (...path) => readFile(join(...path), 'utf8');
  const paths = JSON.parse(await read(root, 'public', 'page-paths.json'));
  const modules = readPageModules(await read(root, 'src', 'app', 'router.tsx'), paths);
  const manifest = JSON.parse(await read(dir, '.vite', 'manifest.json'));
  const template = await read(dir, 'index.html');
  const beforePaintFile = await writeBeforePaint(dir);
  const pages = new Map(
    paths.map((path) => [path, { path, isOpen: false, files: {}, filteredFiles: {} }]),
  );
  for (const language of languages) {
    await mkdir(join(dir, 'pages', language), { recursive: true });
    for (const [path, page] of pages) {
      const drawn = await drawPage(path, language);
      const frame = drawn.isOpen ? [] : [frameModule];
      const texts = findTexts(manifest, language);
      const scripts = listScripts(manifest, [...frame, modules.get(path), texts]);
      const file = `pages/${language}/${nameFile(path)}`;
      const content = { ...drawn, path, language, scripts, beforePaintFile };
      page.isOpen = drawn.isOpen;
      page.files[language] = await writePage(dir, `${file}.html`, fillPage(template, content));
      const { filteredReads: firstReads } = drawn;
      page.filteredFiles[language] =
        firstReads.length === drawn.firstReads.length
          ? page.files[language]
          : await writePage(
              dir,
              `${file}.filtered.html`,
              fillPage(template, { ...content, firstReads }),
            );
    }
  }
  await writeFile(join(dir, 'pages.json'), JSON.stringify([...pages.values()]));
}

async function writePage(dir, file, html) {
  await writeFile(join(dir, file), html);
  return file;
}

async function writeBeforePaint(dir) {
  const code = `(${beforePaint.toString()})();\n`;
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  const file = `assets/before-paint-${hash}.js`;
  await writeFile(join(dir, file), code);
  return file;
}

/** `/orgs/{orgId}/teams` becomes `orgs.orgId.teams`. */
function nameFile(path) {
  return path.slice(1).replaceAll('/', '.').replaceAll(/[{}]/g, '') || 'home';
}
