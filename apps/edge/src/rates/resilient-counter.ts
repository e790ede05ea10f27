import type { Logger } from '@tollgate/observability';
import type { CountedCalls, RateCount } from '../domain/rate-bucket';
import type { Clock, CountCalls } from '../use-cases/ports';

export interface ResilientCounterOptions {
  readonly shared: CountCalls;
  readonly local: (calls: CountedCalls) => RateCount;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A frozen Redis costs one caller in so many ms a timeout, and not every caller. */
const retryAfterMs = 1_000;

/** Counts in Redis, and in this process while Redis does not answer. Never throws, never hangs. */
export function createResilientCounter(options: ResilientCounterOptions): CountCalls {
  const { shared, local, clock, logger } = options;
  let isBroken = false;
  let askAgainAtMs = 0;

  return async (calls) => {
    if (isBroken) {
      const nowMs = clock.nowMs();
      if (nowMs < askAgainAtMs) return local(calls);
      // Calls that arrive during this probe are counted locally.
      askAgainAtMs = nowMs + retryAfterMs;
    }
    try {
      const count = await shared(calls);
      if (isBroken) logger.info('rates are counted in redis again');
      isBroken = false;
      return count;
    } catch (error) {
      if (!isBroken) logger.warn('rates are counted locally', { error });
      isBroken = true;
      askAgainAtMs = clock.nowMs() + retryAfterMs;
      return local(calls);
    }
  };
}
