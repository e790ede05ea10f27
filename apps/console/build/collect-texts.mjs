// Lists every text of the console: `node apps/console/build/collect-texts.mjs` writes the English
// texts and adds those that a translation lacks, empty, so that they are found and translated.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = join(import.meta.dirname, '..', 'src');
const call = /\bt\(\s*'((?:[^'\\]|\\.)*)'/g;

export function collectTexts() {
  const files = readdirSync(sources, { recursive: true }).filter((name) => /\.tsx?$/.test(name));
  const found = files.flatMap((name) => {
    const code = readFileSync(join(sources, name), 'utf8');
    return [...code.matchAll(call)].map(([, text]) => text.replaceAll("\\'", "'"));
  });
  return [...new Set(found)].sort();
}

function write(language, texts) {
  writeFileSync(join(sources, 'i18n', `${language}.json`), `${JSON.stringify(texts, null, 2)}\n`);
}

if (process.argv[1] === import.meta.filename) {
  const texts = collectTexts();
  write('en', Object.fromEntries(texts.map((text) => [text, text])));
  const german = JSON.parse(readFileSync(join(sources, 'i18n', 'de.json'), 'utf8'));
  write('de', Object.fromEntries(texts.map((text) => [text, german[text] ?? ''])));
}
