import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrl, findCredentials, findDirectoryOwner, readJsonFile } from '@tollgate/embedded';
import { changeRedisUser, isRedisUser } from '@tollgate/store-address';
import { readDatabaseName } from './provision-roles';
import {
  getRedisPassword,
  schemaOwner,
  secretsFile,
  type SchemaName,
  type Secrets,
} from './secrets';
import { StackError } from './stack-error';
import type { StackOptions } from './stack-options';

/** Runs a program of a service until it ends, and gives its exit code. */
export async function runServiceProgram(
  options: StackOptions,
  program: {
    readonly app: SchemaName;
    readonly name: string;
    readonly environment?: Readonly<Record<string, string>>;
  },
): Promise<number> {
  const { app, environment = {}, name } = program;
  const file = join(options.distDirectory, 'apps', app, `${name}.main.js`);
  if (!existsSync(file)) throw new StackError(`${file} is not built`);
  const child = spawn(process.execPath, ['--enable-source-maps', file], {
    stdio: 'inherit',
    env: {
      PLAINTEXT_HOSTS: '*',
      DEVELOPMENT_SETTINGS: 'all',
      ...options.environment,
      ...findStores(options, app),
      ...environment,
    },
  });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  return exitCode ?? 1;
}

/** Those of the running stack, or of the environment. */
function findStores(options: StackOptions, app: SchemaName): Record<string, string> {
  const { dataDirectory, databaseUrl: url, redisUrl } = options;
  const running = findDirectoryOwner(dataDirectory) && findCredentials(dataDirectory);
  const secrets = readJsonFile<Secrets>(secretsFile(dataDirectory));
  if (running !== undefined && secrets !== undefined) {
    const database = readDatabaseName(running.databaseUrl);
    const owner = schemaOwner(secrets, app);
    // A Redis that was given to the stack has the users that its operator made.
    const isOwnRedis = 'redis' in running.pids && isRedisUser(app);
    return {
      DATABASE_URL: databaseUrl(running.databaseUrl, { database, owner }),
      REDIS_URL: isOwnRedis
        ? changeRedisUser(running.redisUrl, app, getRedisPassword(secrets, app))
        : running.redisUrl,
    };
  }
  if (url !== undefined && redisUrl !== undefined)
    return { DATABASE_URL: url, REDIS_URL: redisUrl };
  throw new StackError(
    `nothing runs on ${dataDirectory}: start the stack first, or set DATABASE_URL and REDIS_URL`,
  );
}
