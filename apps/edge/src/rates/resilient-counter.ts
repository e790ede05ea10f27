import type { Logger } from '@tollgate/observability';
import type { CountedCall, RateCount } from '../domain/rate-bucket';
import type { Clock, CountCall } from '../use-cases/ports';

export interface ResilientCounterOptions {
  readonly shared: CountCall;
  readonly local: (call: CountedCall) => RateCount;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A frozen Redis costs one caller in so many ms a timeout, and not every caller. */
const retryAfterMs = 1_000;

/** Counts in Redis, and in this process while Redis does not answer. Never throws, never hangs. */
export function createResilientCounter(options: ResilientCounterOptions): CountCall {
  const { shared, local, clock, logger } = options;
  let isBroken = false;
  let askAgainAtMs = 0;

  return async (call) => {
    if (isBroken) {
      const nowMs = clock.nowMs();
      if (nowMs < askAgainAtMs) return local(call);
      // Whoever comes while this one finds out is counted here.
      askAgainAtMs = nowMs + retryAfterMs;
    }
    try {
      const count = await shared(call);
      if (isBroken) logger.info('rates are counted in redis again');
      isBroken = false;
      return count;
    } catch (error) {
      if (!isBroken) logger.warn('rates are counted locally', { error });
      isBroken = true;
      askAgainAtMs = clock.nowMs() + retryAfterMs;
      return local(call);
    }
  };
}
