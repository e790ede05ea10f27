import { closeSync, existsSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const lockName = 'lock';

export class SpoolInUseError extends Error {
  override readonly name = 'SpoolInUseError';
}

/** A pid alone may have been reused since; the start time identifies the process. */
export function getProcessMark(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined;
  }
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return `${pid}`;
  const fields = readFileSync(stat, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return `${pid} ${fields[19] ?? ''}`;
}

/** Two relays on one spool would send and finalize each other's records: only one may have it. */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, lockName);
  const mark = getProcessMark(process.pid) ?? `${process.pid}`;
  if (existsSync(path)) {
    const owner = readFileSync(path, 'utf8');
    const pid = Number(owner.split(' ')[0]);
    if (Number.isInteger(pid) && pid > 0 && getProcessMark(pid) === owner && owner !== mark) {
      throw new SpoolInUseError(`the spool ${directory} is in use by process ${pid}`);
    }
    unlinkSync(path);
  }
  const fd = openSync(path, 'wx', 0o600);
  writeSync(fd, mark);
  closeSync(fd);
  return () => {
    if (existsSync(path) && readFileSync(path, 'utf8') === mark) unlinkSync(path);
  };
}
