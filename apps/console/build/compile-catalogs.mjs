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
        .map(([text, translation]) => [text, compileMessage(translation)])
        .filter(([text, message]) => !isItsKey(text, message));
      return `export const messages = ${JSON.stringify(Object.fromEntries(compiled))}`;
    },
  };
}

/** A plain text that equals its key is left out: a key without an entry is shown as it is. */
function isItsKey(text, message) {
  return Array.isArray(message) && message.length === 1 && message[0] === text;
}
