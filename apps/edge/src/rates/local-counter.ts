import { getWindow, type CountedCalls, type RateCount } from '../domain/rate-bucket';
import type { Clock } from '../use-cases/ports';

export interface LocalCounterOptions {
  readonly clock: Clock;
  /** How many edges share the limits. */
  readonly instances: number;
}

const subjectsMax = 50_000;

/**
 * Counts in this process while Redis is away. Every call counts as many times as there are
 * instances, so that all instances together admit no more than the rest of the limit.
 */
export function createLocalCounter(
  options: LocalCounterOptions,
): (calls: CountedCalls) => RateCount {
  const counts = new Map<string, number>();
  let currentReset = 0;

  return ({ bucket, subject, calls, passedCalls, knownCount, knownResetAtSeconds }) => {
    const window = getWindow(options.clock.nowMs());
    if (window.resetAtSeconds !== currentReset) {
      counts.clear();
      currentReset = window.resetAtSeconds;
    }
    const key = `${bucket} ${subject}`;
    const isSameMinute = knownResetAtSeconds === window.resetAtSeconds;
    const known = isSameMinute ? knownCount : 0;
    const newCalls = isSameMinute ? calls : calls - passedCalls;
    const count = Math.max(counts.get(key) ?? 0, known) + newCalls * options.instances;
    // A new subject is not counted while the table is full; the table lasts a minute.
    if (counts.has(key) || counts.size < subjectsMax) counts.set(key, count);
    return { count, ...window, blockedSeconds: 0 };
  };
}
