import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** CPU seconds of a process and its children so far, as Linux counts them; NaN elsewhere. */
export function readCpuSeconds(pid: number): number {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const stats = pids.flatMap((name) => readStat(Number(name)));
    const own = stats.filter((stat) => stat.pid === pid || stat.parent === pid);
    return own.reduce((sum, stat) => sum + stat.ticks, 0) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}

/** Of the process alone: a supervisor must not count what it started. */
export function readOwnCpuSeconds(pid: number): number {
  return (readStat(pid)[0]?.ticks ?? Number.NaN) / ticksPerSecond;
}

function readStat(pid: number): { pid: number; parent: number; ticks: number }[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may hold anything; the rest are numbers.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent, user, system] = [1, 11, 12].map((index) => Number(fields[index] ?? 0));
    return [{ pid, parent: parent ?? 0, ticks: (user ?? 0) + (system ?? 0) }];
  } catch {
    return []; // It ended meanwhile.
  }
}
