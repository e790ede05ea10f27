import type { BucketName, RateCount } from '../domain/rate-bucket';
import type { Logger } from '@tollgate/observability';
import type { Clock, CountCall } from '../use-cases/ports';

export interface ResilientCounterOptions {
  readonly shared: CountCall;
  readonly local: (bucket: BucketName, subject: string) => RateCount;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A frozen Redis costs one caller in so many ms a timeout, and not every caller. */
const retryAfterMs = 1_000;

/** Counts in Redis, and in this process while Redis does not answer. Never throws, never hangs. */
export function createResilientCounter(options: ResilientCounterOptions): CountCall {
  const { shared, local, clock, logger } = options;
  let brokenUntilMs = 0;
  return async (bucket, subject) => {
    if (clock.nowMs() < brokenUntilMs) return local(bucket, subject);
    try {
      return await shared(bucket, subject);
    } catch (error) {
      if (clock.nowMs() >= brokenUntilMs) logger.warn('rates are counted locally', { error });
      brokenUntilMs = clock.nowMs() + retryAfterMs;
      return local(bucket, subject);
    }
  };
}
