import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  findAbandonedLock,
  getProcessMark,
  lockDirectory,
  SpoolInUseError,
  SpoolLostError,
  type DirectoryLock,
} from './directory-lock';

/** A process that beats on a lock, as a relay in another container does. */
const beater = `
  const { utimesSync } = require('node:fs');
  setInterval(() => utimesSync(process.argv[1], new Date(), new Date()), 500);
  console.log('beating');`;
const foreign = '1 12345\n0000-boot pid:[1]';
const other = '2 67890\n1111-boot pid:[2]';

async function waitThenLock(directory: string): Promise<DirectoryLock> {
  return lockDirectory(directory, { abandoned: await findAbandonedLock(directory) });
}

describe('the lock of a spool', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-lock-'));
  const path = join(directory, 'lock');
  afterEach(() => rmSync(path, { force: true }));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('is removed when its owner gives it up', () => {
    const lock = lockDirectory(directory);
    expect(readFileSync(path, 'utf8').startsWith(`${getProcessMark(process.pid)}\n`)).toBe(true);
    lock.release();
    expect(existsSync(path)).toBe(false);
  });

  it('is touched by its owner while it has the spool', async () => {
    const lock = lockDirectory(directory);
    const { mtimeMs } = statSync(path);
    await sleep(1_500);
    expect(statSync(path).mtimeMs).toBeGreaterThan(mtimeMs);
    lock.release();
  });

  it('keeps out a second relay that cannot see the process of the first', async () => {
    writeFileSync(path, foreign);
    const beating = spawn(process.execPath, ['-e', beater, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(beating.stdout, 'data');
    const fault = await waitThenLock(directory).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(SpoolInUseError);
    expect((fault as Error).message).toBe(
      `the spool ${directory} is in use by process 1 of another container or machine: ` +
        'each relay needs a spool of its own',
    );
    beating.kill();
    await once(beating, 'exit');
  });

  it('is taken over from a relay of another container that was killed, without blocking', async () => {
    writeFileSync(path, foreign);
    let turns = 0;
    const timer = setInterval(() => turns++, 100);
    const lock = await waitThenLock(directory);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
    expect(readFileSync(path, 'utf8')).toContain(`${process.pid} `);
    lock.release();
  });

  it('is free when its owner ends while it is watched', async () => {
    writeFileSync(path, foreign);
    const found = findAbandonedLock(directory);
    rmSync(path);
    expect(await found).toBeUndefined();
    lockDirectory(directory).release();
  });

  it.each([other, ''])('goes to one of two that start at once: %j', (text) => {
    writeFileSync(path, text);
    const lock = (): unknown => lockDirectory(directory, { abandoned: foreign });
    expect(lock).toThrow(SpoolInUseError);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is not touched once it belongs to another, and its former owner learns it', async () => {
    const onLost = jest.fn();
    const lock = lockDirectory(directory, { onLost });
    lock.assertOwned();
    writeFileSync(path, other);
    utimesSync(path, 1, 1);
    await sleep(1_500);
    expect(onLost.mock.calls).toEqual([[expect.any(SpoolLostError)]]);
    expect(() => lock.assertOwned()).toThrow(SpoolLostError);
    expect(statSync(path).mtimeMs).toBe(1_000);
    lock.release();
    expect(readFileSync(path, 'utf8')).toBe(other);
  });

  it('is looked at before its next beat by a process that stood still', () => {
    const onLost = jest.fn();
    const lock = lockDirectory(directory, { onLost });
    writeFileSync(path, other);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_200);
    expect(() => lock.assertOwned()).toThrow(SpoolLostError);
    expect(onLost).toHaveBeenCalledTimes(1);
  });

  it('is taken over at once from a dead process of the same container', () => {
    const lock = lockDirectory(directory);
    const text = readFileSync(path, 'utf8').replace(/^.*\n/, '999999999 1\n');
    lock.release();
    writeFileSync(path, text);
    const startMs = performance.now();
    lockDirectory(directory).release();
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });
});
