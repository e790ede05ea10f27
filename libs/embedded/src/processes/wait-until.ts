import { setTimeout as sleep } from 'node:timers/promises';

export interface WaitOptions {
  readonly timeoutMs: number;
  readonly pollMs?: number;
  /** What is awaited, for the error message. */
  readonly what?: string;
  /** The clock of the deadline; the system clock by default. */
  readonly getNowMs?: () => number;
}

/**
 * Calls `probe` until it returns a truthy value, and returns that. A probe that throws counts as
 * "not yet"; its last error becomes the cause of the timeout.
 */
export async function waitUntil<T>(
  probe: () => T | Promise<T>,
  { timeoutMs, pollMs = 25, what = 'the condition', getNowMs = Date.now }: WaitOptions,
): Promise<NonNullable<T>> {
  const deadline = getNowMs() + timeoutMs;
  let lastError: unknown;
  do {
    try {
      const value = await probe();
      if (value) return value;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    await sleep(pollMs);
  } while (getNowMs() < deadline);
  throw new Error(`${what} did not come within ${timeoutMs} ms`, { cause: lastError });
}
