import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  unlinkSync,
  utimes,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const lockName = 'lock';
/** The owner touches the lock this often. */
const beatMs = 1_000;
/** So long a lock of another container or machine is watched before it counts as left behind. */
const watchMs = 5_000;
const lookMs = 250;

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

/** Where pids mean the same processes: the boot of a machine, and the container. */
function getPlace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/**
 * Two relays on one spool would send and finalize each other's records: only one may have it. A
 * relay of another container or machine is noticed by its beat, for which this waits: a process
 * that was killed there has left its lock.
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, lockName);
  const mark = getProcessMark(process.pid) ?? `${process.pid}`;
  if (existsSync(path)) {
    assertUnused(path, directory, mark);
    rmSync(path, { force: true });
  }
  const text = `${mark}\n${getPlace()}`;
  const fd = openSync(path, 'wx', 0o600);
  writeSync(fd, text);
  closeSync(fd);
  const beat = setInterval(() => touch(path), beatMs);
  beat.unref();
  return () => {
    clearInterval(beat);
    if (existsSync(path) && readFileSync(path, 'utf8') === text) unlinkSync(path);
  };
}

function assertUnused(path: string, directory: string, mark: string): void {
  const [owner = '', place] = readFileSync(path, 'utf8').split('\n');
  const pid = Number(owner.split(' ')[0]);
  // Former versions wrote no place.
  if (place === undefined || place === getPlace()) {
    if (Number.isInteger(pid) && pid > 0 && getProcessMark(pid) === owner && owner !== mark) {
      throw new SpoolInUseError(`the spool ${directory} is in use by process ${pid}`);
    }
  } else if (hasBeat(path)) {
    throw new SpoolInUseError(
      `the spool ${directory} is in use by process ${pid} of another container or machine: ` +
        'each relay needs a spool of its own',
    );
  }
}

/** Blocks, because nothing may happen before it is known; only a relay that starts does this. */
function hasBeat(path: string): boolean {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  const firstMs = statSync(path).mtimeMs;
  for (let waitedMs = 0; waitedMs < watchMs; waitedMs += lookMs) {
    Atomics.wait(pause, 0, 0, lookMs);
    // Removed meanwhile: the other one has stopped.
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs === undefined) return false;
    if (mtimeMs !== firstMs) return true;
  }
  return false;
}

function touch(path: string): void {
  const now = new Date();
  // A disk that fails shows in the records.
  utimes(path, now, now, () => undefined);
}
