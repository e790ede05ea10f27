import { waitUntil as waitOnTheClock, type WaitOptions } from '@tollgate/embedded';
import { startFairClock } from './fair-clock';

/** As the stack waits for its parts, but a machine that stood still uses up no time. */
export async function waitUntil<T>(
  probe: () => T | Promise<T>,
  options: WaitOptions,
): Promise<NonNullable<T>> {
  const clock = startFairClock();
  try {
    return await waitOnTheClock(probe, { ...options, getNowMs: clock.getNowMs });
  } finally {
    clock.stop();
  }
}
