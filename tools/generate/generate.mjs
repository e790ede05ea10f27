// Regenerates everything that is generated and committed; `npm run check` fails on a difference.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const bin = join(root, 'node_modules', '.bin');

function run(title, file, args, cwd = root) {
  const result = spawnSync(file, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (result.status !== 0) {
    console.error(`generate: ${title} failed`);
    process.exit(1);
  }
}

run('protobuf contracts', join(bin, 'buf'), ['generate'], join(root, 'proto'));

const docs = join(root, 'tools', 'generate', 'reference-docs.mjs');
if (existsSync(docs)) run('reference docs', process.execPath, [docs]);

const client = join(root, 'node_modules', '@hey-api', 'openapi-ts', 'bin', 'run.js');
run('client of the console', join(bin, 'node'), [client], join(root, 'apps', 'console'));

const dashboards = join(root, 'deploy', 'monitoring', 'make-dashboards.mjs');
run('dashboards', join(bin, 'node'), [dashboards]);
