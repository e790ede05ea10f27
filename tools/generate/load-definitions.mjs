// Loads the definitions that the reference pages are made from, out of the TypeScript sources.
import { build } from 'esbuild';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Apps with a config.ts, by name; each such file exports exactly one config. */
function listConfiguredApps() {
  return readdirSync(join(root, 'apps'))
    .filter((app) => existsSync(join(root, 'apps', app, 'src', 'config.ts')))
    .sort();
}

function makeEntry(apps) {
  return [
    ...apps.map((app, index) => `import * as app${index} from './apps/${app}/src/config';`),
    `import { errorCatalogue } from './libs/errors/src/index';`,
    `import { topics } from './libs/contracts/src/topics';`,
    `import { stackVariables } from './tools/stack/src/stack-variables';`,
    `const modules = [${apps.map((_, index) => `app${index}`).join(', ')}];`,
    `const isConfig = (value) => typeof value?.describe === 'function';`,
    `export const configs = modules.map((module) => Object.values(module).find(isConfig))`,
    `  .map((config) => ({ name: config.name, variables: config.describe() }));`,
    `export { errorCatalogue, stackVariables, topics };`,
  ].join('\n');
}

/** `configs` (name, variables), `stackVariables`, `errorCatalogue` and `topics`. */
export async function loadDefinitions() {
  const { outputFiles } = await build({
    stdin: { contents: makeEntry(listConfiguredApps()), resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    tsconfig: join(root, 'tsconfig.base.json'),
    logLevel: 'warning',
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}
