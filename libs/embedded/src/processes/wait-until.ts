import { setTimeout as sleep } from 'node:timers/promises';

export interface WaitOptions {
  readonly timeoutMs: number;
  readonly pollMs?: number;
  /** What is awaited, for the message when it does not come. */
  readonly what?: string;
  /** By which clock; the machine's own unless told otherwise. */
  readonly getNowMs?: () => number;
}

/**
 * Calls `probe` until it gives something truthy, and returns that. A probe that throws counts as
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
