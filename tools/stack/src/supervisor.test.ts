import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findProcessIdentity,
  openPidRecord,
  startProcess,
  waitUntil,
  type PidRecord,
} from '@tollgate/embedded';
import { createSupervisor, type Part, type Supervisor } from './supervisor';

describe('the supervisor', () => {
  let directory = '';
  let pids: PidRecord;
  let supervisor: Supervisor;
  const notes: string[] = [];
  let changes = 0;
  const started: string[] = [];

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'tollgate-supervisor-'));
    pids = openPidRecord(directory);
    notes.length = started.length = changes = 0;
    supervisor = createSupervisor({
      pids,
      note: (text) => notes.push(text),
      onChange: () => {
        changes += 1;
      },
    });
  });
  afterEach(async () => {
    await supervisor.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const makePart = (name: string): Part => ({
    name,
    start: (onSpawn) => {
      started.push(name);
      return startProcess({
        name,
        file: process.execPath,
        arguments: ['-e', 'setInterval(() => undefined, 1000)'],
        logFile: join(directory, 'parts.log'),
        onSpawn,
      });
    },
  });
  const isAlive = (pid: number): boolean => findProcessIdentity(pid) !== undefined;

  it('restarts a part that died, and reports its new pid', async () => {
    await supervisor.start(makePart('one'));
    const firstPid = pids.list()['one'] ?? 0;
    process.kill(firstPid, 'SIGKILL');
    await waitUntil(() => started.length === 2 && changes === 2, { timeoutMs: 5_000 });
    expect(pids.list()['one']).not.toBe(firstPid);
    expect(notes[0]).toBe('one ended (killed by SIGKILL); starting it again');
  });

  it('leaves nothing running and starts nothing again after a stop', async () => {
    await supervisor.start(makePart('one'));
    await supervisor.start(makePart('two'));
    const living = Object.values(pids.list());
    await supervisor.stop();
    expect(living.map(isAlive)).toEqual([false, false]);
    expect(started).toEqual(['one', 'two']);
    expect(pids.list()).toEqual({});
  });
});
