import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { receiveBaseBackup, type BackupReceiver } from '@tollgate/postgres';
import { BackupError } from './backup-error';
import { archiveName, manifestName } from './backup-files';

export interface CreateOptions {
  /** URL of a role with REPLICATION, such as a superuser. */
  readonly databaseUrl: string;
  readonly folder: string;
  readonly onProgress: (bytes: bigint) => void;
}

/**
 * Writes a consistent copy of the whole cluster into a new folder while the cluster runs. The
 * folder gets its name when everything is in it.
 */
export async function createBackup({
  databaseUrl,
  folder,
  onProgress,
}: CreateOptions): Promise<void> {
  if (existsSync(folder)) throw new BackupError(`${folder} exists: choose a new folder`);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  try {
    await receiveBackup(databaseUrl, unfinished, onProgress);
    renameSync(unfinished, folder);
    syncFolder(dirname(folder));
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function receiveBackup(
  databaseUrl: string,
  folder: string,
  onProgress: CreateOptions['onProgress'],
): Promise<void> {
  const files = createFileWriter(folder);
  try {
    await receiveBaseBackup(databaseUrl, { ...files.receiver, progress: onProgress });
  } finally {
    files.close();
  }
  if (!existsSync(join(folder, manifestName))) throw new BackupError('the server sent no manifest');
}

/** Writes at once: the connection waits meanwhile, so that nothing piles up in memory. */
function createFileWriter(folder: string): {
  readonly receiver: Omit<BackupReceiver, 'progress'>;
  readonly close: () => void;
} {
  let fd: number | undefined;
  function close(): void {
    if (fd === undefined) return;
    fsyncSync(fd);
    closeSync(fd);
    fd = undefined;
  }
  function open(name: string): void {
    close();
    fd = openSync(join(folder, name), 'wx', 0o600);
  }
  return {
    close,
    receiver: {
      openArchive: (name) => {
        if (name !== archiveName) {
          throw new BackupError(`the cluster has a tablespace (${name}); use pg_basebackup for it`);
        }
        open(name);
      },
      openManifest: () => open(manifestName),
      write: (bytes) => {
        if (fd === undefined) throw new BackupError('the server sent bytes of no file');
        for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
      },
    },
  };
}

function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  fsyncSync(fd);
  closeSync(fd);
}
