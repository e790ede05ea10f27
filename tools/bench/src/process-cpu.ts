import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/**
 * CPU seconds of a process and its children so far, those that have ended too, as Linux counts
 * them; NaN elsewhere.
 */
export function readCpuSeconds(pid: number): number {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const stats = pids.flatMap((name) => readStat(Number(name)));
    const own = stats.filter((stat) => stat.pid === pid || stat.parent === pid);
    const ended = stats.find((stat) => stat.pid === pid)?.endedTicks ?? 0;
    return own.reduce((sum, stat) => sum + stat.ticks, ended) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}

/** Of the process alone: a supervisor must not count what it started. */
export function readOwnCpuSeconds(pid: number): number {
  return (readStat(pid)[0]?.ticks ?? Number.NaN) / ticksPerSecond;
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
  /** Of children that have ended. */
  readonly endedTicks: number;
}

function readStat(pid: number): Stat[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may hold anything; the rest are numbers.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const at = (index: number): number => Number(fields[index] ?? 0);
    return [{ pid, parent: at(1), ticks: at(11) + at(12), endedTicks: at(13) + at(14) }];
  } catch {
    return []; // It ended meanwhile.
  }
}
