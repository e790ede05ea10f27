// Folders of the console, from the bottom to the top: each imports only those below it.
import { join } from 'node:path';

const allowed = {
  format: [],
  i18n: [],
  api: [],
  state: ['format', 'i18n'],
  ui: ['format', 'i18n', 'api', 'state'],
  // A page asks the app for the account and the queries; the app shows pages.
  pages: ['format', 'i18n', 'api', 'state', 'ui', 'app'],
  app: ['format', 'i18n', 'api', 'state', 'ui', 'pages'],
};

export function consoleZones(source) {
  return Object.entries(allowed).map(([folder, others]) => ({
    target: join(source, folder),
    from: source,
    except: [folder, ...others].map((name) => `./${name}`),
    message: `${folder}/ may import only ${[folder, ...others].join(', ')}.`,
  }));
}
