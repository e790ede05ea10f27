const beatMs = 1_000;
const halfBeatMs = beatMs / 2;

/**
 * How long a repeated job waits, so that the jobs of a process run at the same moments: a processor
 * that sleeps in between is woken once for all of them. A job keeps its interval; only its first
 * run may be up to half a beat early or late. Waits below half a beat stay as they are.
 */
export function alignDelayMs(delayMs: number, nowMs = performance.now()): number {
  if (delayMs < halfBeatMs) return delayMs;
  const gridMs = delayMs < beatMs ? halfBeatMs : beatMs;
  const dueMs = Math.round((nowMs + delayMs) / gridMs) * gridMs;
  // Timers leave out fractions, and would end just before the beat.
  return Math.ceil(dueMs - nowMs);
}

/** When a job runs next that was due at `dueMs`: what was missed meanwhile is left out. */
export function findNextDueMs(dueMs: number, intervalMs: number, nowMs: number): number {
  const missed = Math.max(0, Math.floor((nowMs - dueMs) / intervalMs));
  return dueMs + (missed + 1) * intervalMs;
}

/**
 * Calls a function at an interval, at the same moments as others. Returns what stops it; it does
 * not keep a process alive that has nothing else to do.
 */
export function startBeat(intervalMs: number, run: () => void): () => void {
  let dueMs = performance.now() + alignDelayMs(intervalMs);
  let timer: NodeJS.Timeout;
  const schedule = (): void => {
    const waitMs = Math.ceil(dueMs - performance.now());
    timer = setTimeout(() => {
      dueMs = findNextDueMs(dueMs, intervalMs, performance.now());
      schedule();
      run();
    }, waitMs).unref();
  };
  schedule();
  return () => clearTimeout(timer);
}
