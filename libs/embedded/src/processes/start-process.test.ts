import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPidRecord, stopLeftovers } from './pid-record';
import { findProcessIdentity, isSameProcessAlive, readCommandLine } from './process-identity';
import { readLogTail, waitUntilReady } from './wait-until-ready';
import { startProcess, type ManagedProcess } from './start-process';
import { waitUntil } from './wait-until';

describe('a started process', () => {
  let directory = '';
  let logFile = '';
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'tollgate-process-'));
    logFile = join(directory, 'logs', 'child.log');
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const startNode = (script: string, stopTimeoutMs = 5_000): Promise<ManagedProcess> =>
    startProcess({
      name: 'child',
      file: process.execPath,
      arguments: ['-e', script],
      logFile,
      stopTimeoutMs,
    });
  const sleeping = "console.log('up'); setInterval(() => undefined, 1000);";
  const isUp = (): boolean => readLogTail(logFile).includes('up');

  it('writes to its log, is known by pid and start, and stops', async () => {
    const child = await startNode(sleeping);
    await waitUntil(isUp, { timeoutMs: 5_000 });
    const identity = findProcessIdentity(child.pid);
    expect(identity).toBeDefined();
    expect(readCommandLine(child.pid)).toContain(process.execPath);

    await child.stop();
    expect(await child.exited).toBe('killed by SIGTERM');
    expect(identity && isSameProcessAlive(identity)).toBe(false);
  });

  it('is killed when it does not stop in time', async () => {
    const child = await startNode(`process.on('SIGTERM', () => undefined); ${sleeping}`, 50);
    await waitUntil(isUp, { timeoutMs: 5_000 });
    await child.stop();
    expect(await child.exited).toBe('killed by SIGKILL');
  });

  it('shows its log when it ends before it is ready', async () => {
    const child = await startNode("console.error('no such table'); process.exit(3);");
    const waiting = waitUntilReady(child, () => Promise.reject(new Error('refused')), {
      timeoutMs: 5_000,
      logFile,
    });
    await expect(waiting).rejects.toThrow(/child ended: exit 3[\s\S]*no such table/);
  });

  it('cannot be started from a file that does not exist', async () => {
    const file = join(directory, 'missing');
    const starting = startProcess({ name: 'child', file, arguments: [], logFile });
    await expect(starting).rejects.toThrow(/child cannot start: .*ENOENT/);
  });

  it('is found on record and stopped after its supervisor was killed', async () => {
    const child = await startNode(sleeping);
    openPidRecord(directory).set('child', child.pid);
    expect(await stopLeftovers(directory)).toEqual(['child']);
    expect(await child.exited).toBe('killed by SIGTERM');
    expect(await stopLeftovers(directory)).toEqual([]);
  });

  it('is left alone when another process has its pid', async () => {
    const child = await startNode(sleeping);
    const record = join(directory, 'pids.json');
    const { writeJsonFile } = await import('./json-file');
    writeJsonFile(record, { child: { pid: child.pid, startedAt: 'another time' } });
    expect(await stopLeftovers(directory)).toEqual([]);
    expect(child.isRunning()).toBe(true);
    await child.stop();
  });
});
