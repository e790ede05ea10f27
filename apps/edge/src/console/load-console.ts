import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Console, ConsolePage, Language } from '../domain/console';
import type { Document } from '../domain/document';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** One entry of pages.json, which the console's build writes. */
interface BuiltPage {
  readonly path: string;
  readonly isOpen: boolean;
  readonly files: Readonly<Record<Language, string>>;
  readonly filteredFiles: Readonly<Record<Language, string>>;
}

/**
 * Reads the built console into memory, once, before anything is served. Undefined where the
 * console was not built: the API needs no console.
 */
export function loadConsole(directory: string): Console | undefined {
  const list = join(directory, 'pages.json');
  if (!existsSync(list)) return undefined;
  const pages = JSON.parse(readFileSync(list, 'utf8')) as readonly BuiltPage[];
  const assets = readdirSync(join(directory, 'assets'))
    .filter((name) => !name.endsWith('.br'))
    .map((name) => [`/assets/${name}`, readFile(join(directory, 'assets', name))] as const);
  const readFiles = ({ de, en }: BuiltPage['files']): ConsolePage['files'] => ({
    en: readFile(join(directory, en)),
    de: readFile(join(directory, de)),
  });
  return {
    pages: pages.map(({ files, filteredFiles, ...page }) => ({
      ...page,
      files: readFiles(files),
      filteredFiles: readFiles(filteredFiles),
    })),
    assets: new Map(assets),
  };
}

function readFile(file: string): Document {
  const bytes = readFileSync(file);
  const brotli = `${file}.br`;
  return {
    bytes,
    compressed: existsSync(brotli) ? { encoding: 'br', bytes: readFileSync(brotli) } : undefined,
    type: types[extname(file)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
  };
}
