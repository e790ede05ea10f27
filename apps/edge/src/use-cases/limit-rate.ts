import { AppError } from '@tollgate/errors';
import { getAddressBlock } from '@tollgate/identity';
import {
  getBucketLimit,
  rateBuckets,
  type CountedCall,
  type RateCount,
} from '../domain/rate-bucket';
import type { Route } from '../domain/route';
import type { Grant } from './authorize-request';
import type { KnownCount, KnownCounts } from './known-counts';
import type { CountCall } from './ports';

/** What the X-RateLimit headers say. Of a call that went ahead it is set right by its count. */
export interface RateState {
  readonly limit: number;
  remaining: number;
  readonly resetAtSeconds: number;
}

/**
 * Undefined: the call is not counted. Throws `rate_limited`, `penalty_block`. No promise for
 * somebody who is known to be far from the limit.
 */
export type LimitRate = (
  route: Route,
  grant: Grant,
  clientIp: string,
) => RateState | undefined | Promise<RateState>;

export interface LimitRateOptions {
  /** One that falls back on this process by itself: it never fails. */
  readonly countCall: CountCall;
  readonly knownCounts: KnownCounts;
  readonly fundedRequestsPerMinute: number;
}

export function createLimitRate(options: LimitRateOptions): LimitRate {
  const { countCall, fundedRequestsPerMinute, knownCounts } = options;

  function hear(known: KnownCount, window: RateCount): void {
    known.waiting -= 1;
    knownCounts.note(known, window);
  }

  async function countFirst(call: CountedCall, known: KnownCount): Promise<RateState> {
    const { limit } = call;
    known.waiting += 1;
    const window = await countCall(call);
    hear(known, window);
    if (window.blockedSeconds > 0) throw makePenaltyError(window.blockedSeconds);
    if (window.count > limit) throw makeRateError(limit, window);
    return { limit, remaining: limit - window.count, resetAtSeconds: window.resetAtSeconds };
  }

  /** The count is on its way while the call goes on; it nearly always returns before the answer. */
  function countMeanwhile(call: CountedCall, known: KnownCount, state: RateState): void {
    known.waiting += 1;
    void countCall(call).then((window) => {
      hear(known, window);
      if (window.resetAtSeconds === state.resetAtSeconds) {
        state.remaining = Math.max(0, call.limit - window.count);
      }
    });
  }

  return (route, grant, clientIp) => {
    if (route.bucket === null) return undefined;
    const bucket = rateBuckets[route.bucket];
    const subject = bucket.per === 'caller' ? grant.subject : getAddressBlock(clientIp);
    // The admin token is not limited: it is what an operator has left in an emergency.
    if (subject === null) return undefined;
    const limit = getBucketLimit(bucket, grant, fundedRequestsPerMinute);
    const known = knownCounts.get(route.bucket, subject);
    const call = {
      bucket: route.bucket,
      subject,
      limit,
      knownCount: known.count,
      knownResetAtSeconds: known.resetAtSeconds,
    };
    if (!knownCounts.foresee(known, limit)) return countFirst(call, known);
    const { resetAtSeconds } = known;
    const state = { limit, remaining: limit - known.count, resetAtSeconds };
    countMeanwhile(call, known, state);
    return state;
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

/** A client that tries again and again would only prolong its troubles. */
function makePenaltyError(retryAfterSeconds: number): AppError {
  return new AppError('penalty_block', {
    retryAfterSeconds,
    headers: { 'x-should-retry': 'false' },
  });
}

export function renderRateHeaders(state: RateState): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(state.limit),
    'X-RateLimit-Remaining': String(state.remaining),
    'X-RateLimit-Reset': String(state.resetAtSeconds),
  };
}
