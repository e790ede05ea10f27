import { readFileSync } from 'node:fs';

/** Resident memory of a process. */
export function readResidentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

const sampleMs = 50;

/** Runs something and measures by how much the resident memory of a process grows meanwhile. */
export async function measureGrowth<T>(
  pid: number,
  run: () => Promise<T>,
): Promise<{ readonly result: T; readonly grownBytes: number }> {
  const before = readResidentBytes(pid);
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, readResidentBytes(pid));
  }, sampleMs);
  try {
    const result = await run();
    return { result, grownBytes: highest - before };
  } finally {
    // A timer that outlives its test would fail all tests that come after it.
    clearInterval(timer);
  }
}
