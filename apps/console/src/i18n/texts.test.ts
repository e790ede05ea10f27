import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

function readCatalog(language: string): Readonly<Record<string, string>> {
  const file = join(root, 'src', 'i18n', `${language}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
}

/** Runs the collector in a process of its own: jest does not load its module. */
function collectTexts(): readonly string[] {
  const file = join(root, 'build', 'collect-texts.mjs');
  const code = `import(${JSON.stringify(file)}).then((m) => console.log(JSON.stringify(m.collectTexts())))`;
  return JSON.parse(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' })) as string[];
}

function listPlaceholders(text: string): readonly string[] {
  return (text.match(/\{\w+\}/g) ?? []).toSorted();
}

describe('the texts of the console', () => {
  it.each(['en', 'de'])('are all in the catalog of %s', (language) => {
    expect(Object.keys(readCatalog(language))).toEqual(collectTexts());
  });

  it('are all translated, with the same placeholders', () => {
    const german = Object.entries(readCatalog('de'));
    expect(german.filter(([, translation]) => translation === '')).toEqual([]);
    for (const [text, translation] of german) {
      expect([text, listPlaceholders(translation)]).toEqual([text, listPlaceholders(text)]);
    }
  });
});
