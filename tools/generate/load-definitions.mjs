// Loads the definitions that the reference pages are made from, out of the TypeScript sources.
import { build } from 'esbuild';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Apps with a config.ts, by name; each such file exports exactly one config. */
function listConfiguredApps() {
  return readdirSync(join(root, 'apps'))
    .filter((app) => existsSync(join(root, 'apps', app, 'src', 'config.ts')))
    .sort();
}

/** Where an app lists its public routes: in src, or in routes/ where folders are layers. */
const operationFiles = ['operations', 'routes/operations'];

/** Modules that list public routes, in the order of their apps. */
function listOperationModules() {
  const listModules = (app) =>
    operationFiles
      .map((file) => `apps/${app}/src/${file}`)
      .filter((module) => existsSync(join(root, `${module}.ts`)));
  return readdirSync(join(root, 'apps')).sort().flatMap(listModules);
}

function makeOperationLines(modules) {
  return [
    ...modules.map(
      (module, index) => `import { operations as operations${index} } from './${module}';`,
    ),
    `export const operations = {${modules.map((_, index) => `...operations${index}`).join(', ')}};`,
    `export { routeTable } from './apps/edge/src/routes/route-table';`,
    `export { describeRouteFacts } from './apps/edge/src/routes/route-facts';`,
    `export { buildDocument } from './libs/http/src/build-document';`,
  ];
}

function makeEntry(apps) {
  return [
    ...apps.map((app, index) => `import * as app${index} from './apps/${app}/src/config';`),
    `import { errorCatalogue } from './libs/errors/src/index';`,
    `import { topics } from './libs/contracts/src/topics';`,
    `import { providerRows } from './libs/provider-table/src/index';`,
    `import { stackVariables } from './tools/stack/src/stack-variables';`,
    `const modules = [${apps.map((_, index) => `app${index}`).join(', ')}];`,
    `const isConfig = (value) => typeof value?.describe === 'function';`,
    `export const configs = modules.map((module) => Object.values(module).find(isConfig))`,
    `  .map((config) => ({ name: config.name, variables: config.describe() }));`,
    `export { errorCatalogue, providerRows, stackVariables, topics };`,
    `export { listRedisRules, redisUsers } from './libs/store-address/src/index';`,
    ...makeOperationLines(listOperationModules()),
  ].join('\n');
}

/**
 * `configs`, `stackVariables`, `errorCatalogue`, `providerRows`, `topics`, the users of Redis, and
 * what /openapi.json is made from.
 */
export async function loadDefinitions() {
  const { outputFiles } = await build({
    stdin: { contents: makeEntry(listConfiguredApps()), resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    tsconfig: join(root, 'tsconfig.base.json'),
    logLevel: 'warning',
  });
  const module = { exports: {} };
  const require = createRequire(join(root, 'package.json'));
  new Function('module', 'exports', 'require', outputFiles[0].text)(
    module,
    module.exports,
    require,
  );
  return module.exports;
}
