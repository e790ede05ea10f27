import { AppError } from '@tollgate/errors';
import { getBucketLimit, rateBuckets, type RateCount } from '../domain/rate-bucket';
import type { Route } from '../domain/route';
import type { Grant } from './authorize-request';
import type { CountCall } from './ports';

/** What the X-RateLimit headers say. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAtSeconds: number;
}

/** Undefined: the call is not counted. Throws `rate_limited`. */
export type LimitRate = (
  route: Route,
  grant: Grant,
  clientIp: string,
) => Promise<RateState | undefined>;

export function createLimitRate(countCall: CountCall, fundedRequestsPerMinute: number): LimitRate {
  return async (route, grant, clientIp) => {
    if (route.bucket === null) return undefined;
    const bucket = rateBuckets[route.bucket];
    const subject = bucket.per === 'user' ? grant.userId : clientIp;
    // The admin token is not limited: it is what an operator has left in an emergency.
    if (subject === null) return undefined;
    const limit = getBucketLimit(bucket, grant.balanceNanos, fundedRequestsPerMinute);
    const window = await countCall(route.bucket, subject);
    if (window.count > limit) throw makeRateError(limit, window);
    return { limit, remaining: limit - window.count, resetAtSeconds: window.resetAtSeconds };
  };
}

/** The wording is read by clients: some parse "try again in 17s". */
function makeRateError(limit: number, { resetAtSeconds, secondsLeft }: RateCount): AppError {
  const retryAfterSeconds = Math.max(1, secondsLeft);
  const state = { limit, remaining: 0, resetAtSeconds };
  return new AppError('rate_limited', {
    message: `Rate limit exceeded: ${limit} requests per minute. Please try again in ${retryAfterSeconds}s.`,
    retryAfterSeconds,
    headers: renderRateHeaders(state),
  });
}

export function renderRateHeaders(state: RateState): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(state.limit),
    'X-RateLimit-Remaining': String(state.remaining),
    'X-RateLimit-Reset': String(state.resetAtSeconds),
  };
}
