import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProcessIdentity } from '@tollgate/embedded';
import { waitUntil } from '@tollgate/testing';
import { waitForJest } from './wait-for-jest';

const directory = mkdtempSync(join(tmpdir(), 'wait-for-jest-'));
const reportFile = join(directory, 'report.json');
const bounds = { runMs: 60_000, exitMs: 300 };

afterEach(() => rmSync(reportFile, { force: true }));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A program in the place of jest. */
function run(program: string): ChildProcess {
  return spawn(process.execPath, ['-e', program, reportFile], { stdio: 'ignore' });
}

const report = "require('node:fs').writeFileSync(process.argv[1], '{}');";

describe('a run of jest', () => {
  it('that ends after its report has no fault', async () => {
    expect(await waitForJest(run(report), reportFile, bounds)).toBeUndefined();
    expect(existsSync(reportFile)).toBe(true);
  });

  it('that does not end after its report is killed with the processes it started', async () => {
    const child = 'setInterval(() => undefined, 1000)';
    const pidFile = join(directory, 'pid');
    const jest = run(`
      const { pid } = require('node:child_process').spawn(process.execPath, ['-e', '${child}']);
      require('node:fs').writeFileSync('${pidFile}', String(pid));
      ${report}
    `);
    expect(await waitForJest(jest, reportFile, bounds)).toContain('left something open');
    const pid = Number(readFileSync(pidFile, 'utf8'));
    const hasEnded = (): boolean => findProcessIdentity(pid) === undefined;
    await waitUntil(hasEnded, { timeoutMs: 10_000, what: 'the end of the process' });
    await waitUntil(() => jest.signalCode === 'SIGKILL', { timeoutMs: 10_000, what: 'its end' });
  });

  it('that takes too long is killed', async () => {
    const jest = run('setInterval(() => undefined, 1000)');
    const fault = await waitForJest(jest, reportFile, { ...bounds, runMs: 300 });
    expect(fault).toContain('minutes');
  });

  it('that cannot be started has the reason as its fault', async () => {
    const jest = spawn(join(directory, 'missing'), { stdio: 'ignore' });
    expect(await waitForJest(jest, reportFile, bounds)).toContain('ENOENT');
  });
});
