import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresUser } from './postgres-user';

const run = promisify(execFile);

export interface ClusterOptions {
  readonly initdb: string;
  readonly dataDirectory: string;
  readonly superuser: string;
  readonly password: string;
  readonly user: PostgresUser;
}

/** Creates the cluster unless it exists. Made beside its place and moved: never half of one. */
export async function initializeCluster(options: ClusterOptions): Promise<void> {
  const { dataDirectory, user } = options;
  if (existsSync(join(dataDirectory, 'PG_VERSION'))) return;
  const unfinished = `${dataDirectory}.unfinished`;
  const passwordFile = `${dataDirectory}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  try {
    if (user.uid !== undefined && user.gid !== undefined) {
      chownSync(unfinished, user.uid, user.gid);
      chownSync(passwordFile, user.uid, user.gid);
    }
    await runInitdb(options, unfinished, passwordFile);
    rmSync(dataDirectory, { recursive: true, force: true });
    renameSync(unfinished, dataDirectory);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function runInitdb(
  { initdb, superuser, user }: ClusterOptions,
  directory: string,
  passwordFile: string,
): Promise<void> {
  const args = [
    ...[`--pgdata=${directory}`, `--username=${superuser}`, `--pwfile=${passwordFile}`],
    // The built-in locale sorts the same on every system.
    ...['--auth=scram-sha-256', '--encoding=UTF8', '--no-sync'],
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ];
  await run(initdb, args, { cwd: '/', ...user });
}
