import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface JestBounds {
  /** For all suites together. */
  readonly runMs: number;
  /** From the report to the end of the process: only what a suite left open takes time. */
  readonly exitMs: number;
}

const bounds: JestBounds = { runMs: 40 * 60_000, exitMs: 20_000 };
const pollMs = 200;

/**
 * Waits for the end of jest and gives what went wrong besides its tests. A suite that leaves a
 * server, a timer or a process behind keeps jest running: it is killed then, with what it started.
 */
export async function waitForJest(
  jest: ChildProcess,
  reportFile: string,
  { exitMs, runMs }: JestBounds = bounds,
): Promise<string | undefined> {
  const startedMs = performance.now();
  let reportedMs: number | undefined;
  let hasEnded = false;
  let startFault: string | undefined;
  jest.once('error', (error) => (startFault = error.message));
  // Unlike an exit it also comes for a process that could not be started.
  jest.once('close', () => (hasEnded = true));
  while (!hasEnded) {
    await sleep(pollMs);
    const nowMs = performance.now();
    if (existsSync(reportFile)) reportedMs ??= nowMs;
    const fault = findFault(nowMs - startedMs, reportedMs && nowMs - reportedMs);
    if (fault === undefined || hasEnded) continue;
    for (const pid of listDescendants(jest.pid ?? 0)) kill(pid);
    jest.kill('SIGKILL');
    return fault;
  }
  return startFault;

  function findFault(ranMs: number, sinceReportMs: number | undefined): string | undefined {
    if (sinceReportMs !== undefined && sinceReportMs > exitMs)
      return 'jest did not end after its last suite: a suite left something open';
    return ranMs > runMs ? `jest ran for more than ${runMs / 60_000} minutes` : undefined;
  }
}

/** Where the system tells (Linux). */
function listDescendants(pid: number): readonly number[] {
  let children: string;
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  } catch {
    return [];
  }
  const pids = children.split(' ').filter(Boolean).map(Number);
  return pids.flatMap((child) => [child, ...listDescendants(child)]);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
