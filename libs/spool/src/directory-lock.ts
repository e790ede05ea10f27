import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimes,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const lockName = 'lock';
/** The owner touches the lock this often. */
const beatMs = 1_000;
/** So long a lock of another container or machine is watched before it counts as left behind. */
const watchMs = 5_000;
const lookMs = 250;
/** After a pause of this length the owner looks whether the lock is still its own. */
const pauseMsMax = 2 * beatMs;

export class SpoolInUseError extends Error {
  override readonly name = 'SpoolInUseError';
}

/** Another relay took the spool while this process stood still. */
export class SpoolLostError extends Error {
  override readonly name = 'SpoolLostError';
}

export interface DirectoryLock {
  /** Throws SpoolLostError when the spool belongs to another process now. */
  assertOwned(): void;
  release(): void;
}

interface LockOptions {
  /** What `findAbandonedLock` found: this lock of another container or machine is replaced. */
  readonly abandoned?: string | undefined;
  /** Called once. Without it the error is uncaught, which ends the process. */
  readonly onLost?: ((error: SpoolLostError) => void) | undefined;
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
 * The lock of another container or machine whose beat has ended: a process that was killed there
 * has left it. Throws SpoolInUseError when it beats. Undefined when there is no such lock.
 */
export async function findAbandonedLock(directory: string): Promise<string | undefined> {
  const path = join(directory, lockName);
  const text = readLock(path);
  if (text === undefined || !isForeign(text)) return undefined;
  const firstMs = readBeat(path);
  for (let waitedMs = 0; waitedMs < watchMs; waitedMs += lookMs) {
    await sleep(lookMs);
    const beat = readBeat(path);
    // Removed meanwhile: the other one has stopped.
    if (beat === undefined) return undefined;
    if (beat !== firstMs) throw makeForeignError(directory, text);
  }
  return text;
}

/**
 * Two relays on one spool would send and finalize each other's records: only one may have it. The
 * owner touches the lock, so that a relay of another container or machine notices it.
 */
export function lockDirectory(directory: string, options: LockOptions = {}): DirectoryLock {
  const path = join(directory, lockName);
  const mark = getProcessMark(process.pid) ?? `${process.pid}`;
  const text = `${mark}\n${getPlace()}`;
  const found = readLock(path);
  if (found !== undefined) {
    assertUnused(found, { directory, mark, abandoned: options.abandoned });
    rmSync(path, { force: true });
  }
  create(path, directory, text);
  return keepLock(path, text, options.onLost ?? fail);
}

function keepLock(
  path: string,
  text: string,
  onLost: (error: SpoolLostError) => void,
): DirectoryLock {
  let lost: SpoolLostError | undefined;
  let lookedMs = performance.now();

  function look(): void {
    lookedMs = performance.now();
    if (lost !== undefined || isOurs(path, text)) return;
    clearInterval(beat);
    lost = new SpoolLostError(
      `the lock ${path} belongs to another process now: this one stood still for longer than ` +
        `${watchMs / 1_000} s, and ends; each relay needs a spool of its own`,
    );
    onLost(lost);
  }

  const beat = setInterval(() => {
    look();
    if (lost === undefined) touch(path);
  }, beatMs);
  beat.unref();
  return {
    assertOwned: () => {
      if (performance.now() - lookedMs > pauseMsMax) look();
      if (lost !== undefined) throw lost;
    },
    release: () => {
      clearInterval(beat);
      if (readLock(path) === text) rmSync(path, { force: true });
    },
  };
}

/** Not within the call that noticed it, which may catch errors and try again. */
function fail(error: SpoolLostError): void {
  setImmediate(() => {
    throw error;
  });
}

/** A missing lock still counts as ours: a process that takes it over writes its own at once. */
function isOurs(path: string, text: string): boolean {
  try {
    const found = readLock(path);
    return found === undefined || found === text;
  } catch {
    // A disk that fails shows in the records.
    return true;
  }
}

function create(path: string, directory: string, text: string): void {
  let fd: number;
  try {
    fd = openSync(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw makeStartError(directory, error);
  }
  writeSync(fd, text);
  closeSync(fd);
  // A process that found the former lock abandoned at the same moment may have replaced ours.
  if (readLock(path) !== text) throw makeStartError(directory);
}

function makeStartError(directory: string, cause?: unknown): SpoolInUseError {
  return new SpoolInUseError(
    `the spool ${directory} is taken by a process that starts at the same time`,
    { cause },
  );
}

/** Returns undefined when there is no lock, also when its owner removes it meanwhile. */
function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function readBeat(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** An empty one may be written at this moment. Former versions wrote no place. */
function isForeign(text: string): boolean {
  const place = text.split('\n')[1];
  return text === '' || (place !== undefined && place !== getPlace());
}

function assertUnused(
  text: string,
  options: { directory: string; mark: string; abandoned: string | undefined },
): void {
  const { abandoned, directory, mark } = options;
  if (isForeign(text)) {
    if (text !== abandoned) throw makeForeignError(directory, text);
    return;
  }
  const [owner = ''] = text.split('\n');
  const pid = readPid(text);
  if (Number.isInteger(pid) && pid > 0 && getProcessMark(pid) === owner && owner !== mark) {
    throw new SpoolInUseError(`the spool ${directory} is in use by process ${pid}`);
  }
}

function makeForeignError(directory: string, text: string): SpoolInUseError {
  return new SpoolInUseError(
    `the spool ${directory} is in use by ${text === '' ? 'a process' : `process ${readPid(text)}`} ` +
      'of another container or machine: each relay needs a spool of its own',
  );
}

function readPid(text: string): number {
  return Number(text.split(/\s/)[0]);
}

function touch(path: string): void {
  const now = new Date();
  // A disk that fails shows in the records.
  utimes(path, now, now, () => undefined);
}
