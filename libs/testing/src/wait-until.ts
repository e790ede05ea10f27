import { waitUntil as waitOnTheClock, type WaitOptions } from '@tollgate/embedded';

/** Shorter stalls are usual on a shared machine. */
const reportedMsMin = 1_000;

/**
 * Waits like `waitUntil` of the stack, but does not count stalls of the machine (at most 15 s; see
 * `fair-clock.ts`). Prints a line when it left out more than a second.
 */
export async function waitUntil<T>(
  probe: () => T | Promise<T>,
  options: WaitOptions,
): Promise<NonNullable<T>> {
  const clock = startFairClock();
  try {
    return await waitOnTheClock(probe, { ...options, getNowMs: clock.getNowMs });
  } finally {
    const leftOutMs = Math.round(clock.stop());
    if (leftOutMs >= reportedMsMin) {
      const what = options.what ?? 'the condition';
      process.stderr.write(`waiting for ${what}: the machine stood still for ${leftOutMs} ms\n`);
    }
  }
}

/** Runs the work, and tells whether the machine stood still for a second in the meantime. */
export async function watchStalls<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly hasStalled: boolean }> {
  const clock = startFairClock();
  let leftOutMs = 0;
  const result = await work().finally(() => (leftOutMs = clock.stop()));
  return { result, hasStalled: leftOutMs >= reportedMsMin };
}

/** Runs the work and measures how long it took, without stalls of the machine. */
export async function measureWork<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly ms: number }> {
  const clock = startFairClock();
  const startedAtMs = clock.getNowMs();
  try {
    const result = await work();
    return { result, ms: clock.getNowMs() - startedAtMs };
  } finally {
    clock.stop();
  }
}

/** A clock that does not count time in which the machine did not run this process. */
interface FairClock {
  readonly getNowMs: () => number;
  /** Stops the clock and returns how much time it left out. */
  readonly stop: () => number;
}

const tickMs = 20;
/** A tick this much later than expected is a stall; less is jitter of timers. */
const lateMsMin = 20;
/** Longer stalls count: a waiting test must end. */
const leftOutMsMax = 15_000;

/**
 * On a shared machine a process sometimes does not run for a second. Such a stall is recognized by
 * a late tick during which the process used no CPU. A late tick during which it used the CPU is a
 * blocked event loop, which is a fault, and counts in full.
 */
function startFairClock(): FairClock {
  let lastMs = Date.now();
  let lastCpuMs = readCpuMs();
  let leftOutMs = 0;
  function tick(): void {
    const nowMs = Date.now();
    const cpuMs = readCpuMs();
    const lateMs = nowMs - lastMs - tickMs;
    const stalledMs = lateMs - (cpuMs - lastCpuMs);
    if (stalledMs > lateMsMin) leftOutMs = Math.min(leftOutMsMax, leftOutMs + stalledMs);
    lastMs = nowMs;
    lastCpuMs = cpuMs;
  }
  /** A stall may have ended just now, before the next tick. */
  function tickIfLate(): void {
    if (Date.now() - lastMs > tickMs + lateMsMin) tick();
  }
  const timer = setInterval(tick, tickMs);
  return {
    getNowMs: () => {
      tickIfLate();
      return Date.now() - leftOutMs;
    },
    stop: () => {
      clearInterval(timer);
      tickIfLate();
      return leftOutMs;
    },
  };
}

function readCpuMs(): number {
  const { system, user } = process.cpuUsage();
  return (system + user) / 1_000;
}
