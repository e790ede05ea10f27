import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { BackupError } from './backup-error';
import { archiveName, manifestName } from './backup-files';
import { verifyFiles } from './verify-files';

const run = promisify(execFile);
const recoverySignal = 'recovery.signal';

export interface RestoreOptions {
  readonly folder: string;
  /** Where the server finds the cluster: empty, or not there yet. */
  readonly dataDirectory: string;
  /** Where `archive_command` puts the log; without it the cluster is as it was at the backup. */
  readonly walFolder?: string | undefined;
  /** The last moment to restore; everything that is archived without it. */
  readonly until?: Date | undefined;
}

/** Makes a data directory from a backup; the server completes it when it starts. */
export async function restoreBackup(options: RestoreOptions): Promise<number> {
  const { folder, dataDirectory, until, walFolder } = options;
  checkRestore(options);
  mkdirSync(dataDirectory, { recursive: true });
  chmodSync(dataDirectory, 0o700);
  await run('tar', ['-x', '-f', resolve(folder, archiveName), '-C', dataDirectory]);
  const count = await verifyFiles(dataDirectory, join(folder, manifestName));
  if (walFolder !== undefined) writeRecovery(dataDirectory, walFolder, until);
  giveToServer(dataDirectory);
  return count;
}

/** Makes the server read the archived log before it opens. */
function writeRecovery(dataDirectory: string, walFolder: string, until: Date | undefined): void {
  const settings = [
    `restore_command = ${quote(`cp "${resolve(walFolder)}/%f" "%p"`)}`,
    "recovery_target_timeline = 'latest'",
    ...(until === undefined ? [] : [`recovery_target_time = ${quote(formatTime(until))}`]),
    "recovery_target_action = 'promote'",
    // No client reads or writes before the log is read to its end.
    "hot_standby = 'off'",
  ];
  appendFileSync(join(dataDirectory, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  writeFileSync(join(dataDirectory, recoverySignal), '');
}

/** Root unpacks files with the user they had; what was written here gets the same. */
function giveToServer(dataDirectory: string): void {
  if (process.getuid?.() !== 0) return;
  const { gid, uid } = statSync(join(dataDirectory, 'PG_VERSION'));
  chownSync(dataDirectory, uid, gid);
  const signal = join(dataDirectory, recoverySignal);
  if (existsSync(signal)) chownSync(signal, uid, gid);
}

function checkRestore({ dataDirectory, folder, until, walFolder }: RestoreOptions): void {
  for (const name of [archiveName, manifestName]) {
    if (!existsSync(join(folder, name))) throw new BackupError(`${folder} has no ${name}`);
  }
  if (existsSync(dataDirectory) && readdirSync(dataDirectory).length > 0) {
    throw new BackupError(`${dataDirectory} is not empty: a restore never overwrites a cluster`);
  }
  if (walFolder !== undefined && !statSync(walFolder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BackupError(`there is no folder ${walFolder} with the archived log`);
  }
  if (until !== undefined && walFolder === undefined) {
    throw new BackupError('--to needs --wal: only the archived log leads to another time');
  }
}

/** A time as PostgreSQL reads it in its settings, which do not accept `T` and `Z`. */
function formatTime(time: Date): string {
  return `${time.toISOString().replace('T', ' ').replace('Z', '')}+00`;
}

/** As a value in postgresql.conf. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
