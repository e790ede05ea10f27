import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrl, findDirectoryOwner, readJsonFile, findCredentials } from '@tollgate/embedded';
import { schemaOwner, secretsFile, type Secrets } from './secrets';
import { StackError } from './stack-error';
import type { StackOptions } from './stack-options';

/** Runs the ledger's own verification on the running stack or on the stores of the environment. */
export async function verifyLedger(options: StackOptions): Promise<number> {
  const program = join(options.distDirectory, 'apps', 'billing', 'verify-ledger.main.js');
  if (!existsSync(program)) throw new StackError(`${program} is not built`);
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    stdio: 'inherit',
    env: { PLAINTEXT_HOSTS: '*', ...options.environment, ...findStores(options) },
  });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  return exitCode ?? 1;
}

function findStores(options: StackOptions): Record<string, string> {
  const { dataDirectory, databaseUrl: url, redisUrl } = options;
  const running = findDirectoryOwner(dataDirectory) && findCredentials(dataDirectory);
  const secrets = readJsonFile<Secrets>(secretsFile(dataDirectory));
  if (running !== undefined && secrets !== undefined) {
    const database = decodeURIComponent(new URL(running.databaseUrl).pathname.slice(1));
    const owner = schemaOwner(secrets, 'billing');
    return {
      DATABASE_URL: databaseUrl(running.databaseUrl, { database, owner }),
      REDIS_URL: running.redisUrl,
    };
  }
  if (url !== undefined && redisUrl !== undefined)
    return { DATABASE_URL: url, REDIS_URL: redisUrl };
  throw new StackError(
    `nothing runs on ${dataDirectory}: start the stack first, or set DATABASE_URL and REDIS_URL`,
  );
}
