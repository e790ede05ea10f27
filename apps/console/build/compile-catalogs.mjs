import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';

const prefix = 'virtual:texts/';

/**
 * `virtual:texts/de` is src/i18n/de.json with its texts compiled at build time, so that the browser
 * parses no placeholders and needs no parser.
 */
export function compileCatalogs() {
  let root;
  return {
    name: 'compile-catalogs',
    configResolved: (config) => {
      root = config.root;
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const file = join(root, 'src', 'i18n', `${id.slice(prefix.length + 1)}.json`);
      this.addWatchFile(file);
      const texts = Object.entries(JSON.parse(await readFile(file, 'utf8')));
      const compiled = texts
        .map(([text, translation]) => [text, translation, compileMessage(translation)])
        .filter(([text, translation, message]) => text !== translation || !isPlain(message))
        .map(([text, , message]) => [text, message]);
      return `export const messages = ${JSON.stringify(Object.fromEntries(compiled))}`;
    },
  };
}

/**
 * Whether a text has no more than values to fill in, such as `{name}`. One that equals its key is
 * left out of the catalog: the console fills in the key itself.
 */
function isPlain(message) {
  return (
    Array.isArray(message) && message.every((part) => typeof part === 'string' || part.length === 1)
  );
}
