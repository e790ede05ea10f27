import { readFileSync } from 'node:fs';

/** Resident bytes of a process, as Linux counts them; NaN elsewhere. */
export function readResidentBytes(pid: number): number {
  try {
    const [, kilobytes] =
      /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1_024;
  } catch {
    return Number.NaN;
  }
}
