import { readFileSync } from 'node:fs';

export interface ProcessMemory {
  /** Pages that several processes share count for each of them. */
  readonly residentBytes: number;
  /** Shared pages are divided between the processes: these figures can be added up. */
  readonly proportionalBytes: number;
}

const kibibyte = 1024;

/** As Linux counts it; NaN elsewhere. */
export function readMemory(pid: number): ProcessMemory {
  try {
    return parseMemory(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
  } catch {
    return { residentBytes: Number.NaN, proportionalBytes: Number.NaN };
  }
}

export function parseMemory(text: string): ProcessMemory {
  const read = (name: string): number => {
    const found = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1];
    return Number(found ?? Number.NaN) * kibibyte;
  };
  return { residentBytes: read('Rss'), proportionalBytes: read('Pss') };
}
