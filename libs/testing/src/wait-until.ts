import { waitUntil as waitOnTheClock, type WaitOptions } from '@tollgate/embedded';
import { startFairClock } from './fair-clock';

/** Shorter stalls are usual on a shared machine. */
const reportedMsMin = 1_000;

/**
 * Waits like `waitUntil` of the stack, but does not count stalls of the machine (at most a minute;
 * see `fair-clock.ts`). Prints a line when it left out more than a second.
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
