// Writes .env.example, docs/reference and the rules of Redis users from definitions in the code.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as prettier from 'prettier';
import { loadDefinitions } from './load-definitions.mjs';
import { renderConfigPage, renderEnvExample } from './render-config.mjs';
import { renderErrorsPage } from './render-errors.mjs';
import { renderEventsPage } from './render-events.mjs';
import { renderOpenApi } from './render-openapi.mjs';
import { renderProvidersPage } from './render-providers.mjs';
import { renderRedisUsers } from './render-redis-users.mjs';

const root = join(import.meta.dirname, '..', '..');
process.chdir(root);

async function write(path, text) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function writePage(path, markdown) {
  const options = await prettier.resolveConfig(path);
  await write(path, await prettier.format(markdown, { ...options, filepath: path }));
}

const definitions = await loadDefinitions();
await write('.env.example', renderEnvExample(definitions));
await writePage('docs/reference/config.md', renderConfigPage(definitions));
await writePage('docs/reference/errors.md', renderErrorsPage(definitions));
await writePage('docs/reference/events.md', renderEventsPage(definitions));
await writePage('docs/reference/providers.md', renderProvidersPage(definitions));
await write('apps/edge/assets/openapi.json', renderOpenApi(definitions));
await write('deploy/redis/user-rules.txt', renderRedisUsers(definitions));
