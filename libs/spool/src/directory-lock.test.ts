import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getProcessMark, lockDirectory, SpoolInUseError } from './directory-lock';

/** A process that beats on a lock, as a relay in another container does. */
const beater = `
  const { utimesSync } = require('node:fs');
  setInterval(() => utimesSync(process.argv[1], new Date(), new Date()), 500);
  console.log('beating');`;
const foreign = '1 12345\n0000-boot pid:[1]';

describe('the lock of a spool', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-lock-'));
  const path = join(directory, 'lock');
  afterEach(() => rmSync(path, { force: true }));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('is removed when its owner gives it up', () => {
    const unlock = lockDirectory(directory);
    expect(readFileSync(path, 'utf8').startsWith(`${getProcessMark(process.pid)}\n`)).toBe(true);
    unlock();
    expect(existsSync(path)).toBe(false);
  });

  it('is touched by its owner while it has the spool', async () => {
    const unlock = lockDirectory(directory);
    const { mtimeMs } = statSync(path);
    await sleep(1_500);
    expect(statSync(path).mtimeMs).toBeGreaterThan(mtimeMs);
    unlock();
  });

  it('keeps out a second relay that cannot see the process of the first', async () => {
    writeFileSync(path, foreign);
    const other = spawn(process.execPath, ['-e', beater, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(other.stdout, 'data');
    const lock = (): unknown => lockDirectory(directory);
    expect(lock).toThrow(SpoolInUseError);
    expect(lock).toThrow(
      `the spool ${directory} is in use by process 1 of another container or machine: ` +
        'each relay needs a spool of its own',
    );
    other.kill();
    await once(other, 'exit');
  });

  it('is taken over from a relay of another container that was killed', () => {
    writeFileSync(path, foreign);
    const unlock = lockDirectory(directory);
    expect(readFileSync(path, 'utf8')).toContain(`${process.pid} `);
    unlock();
  });

  it('is taken over at once from a dead process of the same container', () => {
    const unlock = lockDirectory(directory);
    const text = readFileSync(path, 'utf8').replace(/^.*\n/, '999999999 1\n');
    unlock();
    writeFileSync(path, text);
    const startMs = performance.now();
    lockDirectory(directory)();
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });
});
