import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findCredentials, findDirectoryOwner } from '@tollgate/embedded';
import { BackupError } from './backup-error';
import { createBackup } from './create-backup';
import { restoreBackup } from './restore-backup';

const usage = `usage:
  npm run backup -- create <folder>
      copies the cluster of DATABASE_URL, or of the stack that runs here, while it runs
  npm run backup -- restore <folder> <data directory> [--wal <folder>] [--to <time>]
      makes an empty data directory for a server; --wal names the archived log,
      --to the last moment to restore, for example 2026-05-04T10:00:00Z`;

const mebibyte = 1024n * 1024n;
const noteEvery = 256n * mebibyte;

async function main(): Promise<void> {
  const { positionals, values } = readArguments();
  const [command, folder, dataDirectory, ...rest] = positionals;
  if (command === 'create' && folder !== undefined && dataDirectory === undefined) {
    await create(resolve(folder));
  } else if (
    command === 'restore' &&
    folder !== undefined &&
    dataDirectory !== undefined &&
    rest.length === 0
  ) {
    await restore(resolve(folder), resolve(dataDirectory), values);
  } else {
    throw new BackupError(usage);
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { wal: { type: 'string' }, to: { type: 'string' } },
    });
  } catch (error) {
    throw new BackupError(`${(error as Error).message}\n${usage}`, { cause: error });
  }
}

async function create(folder: string): Promise<void> {
  const startedMs = performance.now();
  let sent = 0n;
  let nextNote = noteEvery;
  await createBackup({
    databaseUrl: findDatabase(),
    folder,
    onProgress: (bytes) => {
      sent = bytes;
      if (bytes < nextNote) return;
      console.log(`backup: ${bytes / mebibyte} MB …`);
      nextNote = bytes + noteEvery;
    },
  });
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  console.log(`backup: ${sent / mebibyte} MB in ${folder}, ${seconds} s`);
}

/** That of the environment, or of the stack that runs here. */
function findDatabase(): string {
  const given = process.env['DATABASE_URL'];
  if (given) return given;
  const data = resolve(process.env['TOLLGATE_DATA'] ?? '.data');
  const url = findDirectoryOwner(data) && findCredentials(data)?.databaseUrl;
  if (url) return url;
  throw new BackupError(`nothing runs on ${data}: set DATABASE_URL, or start the stack first`);
}

async function restore(
  folder: string,
  dataDirectory: string,
  { to, wal }: { readonly to?: string | undefined; readonly wal?: string | undefined },
): Promise<void> {
  const until = to === undefined ? undefined : new Date(to);
  if (until !== undefined && Number.isNaN(until.getTime())) {
    throw new BackupError(`--to ${to} is not a time, such as 2026-05-04T10:00:00Z`);
  }
  const count = await restoreBackup({ folder, dataDirectory, walFolder: wal, until });
  console.log(`backup: ${count} files checked and restored into ${dataDirectory}`);
}

main().catch((error: unknown) => {
  console.error(`backup: ${(error as Error).message}`);
  process.exitCode = 1;
});
