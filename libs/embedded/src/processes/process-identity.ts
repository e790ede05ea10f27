import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process, also against a later one with the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When the process began, in whatever unit the platform gives; only ever compared. */
  readonly startedAt: string;
}

/** The identity of a living process, or undefined when no such process runs. */
export function findProcessIdentity(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? readLinuxStart(pid) : readStartWithPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** Whether the very process that was recorded is still running. */
export function isSameProcessAlive(recorded: ProcessIdentity): boolean {
  return findProcessIdentity(recorded.pid)?.startedAt === recorded.startedAt;
}

/** The command line of a process, or an empty string. */
export function readCommandLine(pid: number): string {
  if (process.platform !== 'linux') return readWithPs(pid, 'command=');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** Field 22 of stat, counted after the name, which may itself hold spaces and brackets. */
function readLinuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isZombie = fields[0] === 'Z';
    return isZombie ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function readStartWithPs(pid: number): string | undefined {
  const text = readWithPs(pid, 'lstart=');
  return text === '' ? undefined : text;
}

function readWithPs(pid: number, column: string): string {
  return spawnSync('ps', ['-p', String(pid), '-o', column], { encoding: 'utf8' }).stdout.trim();
}
