import { AppError } from '@tollgate/errors';
import { getAddressBlock } from '@tollgate/identity';
import {
  getBucketLimit,
  rateBuckets,
  type RateBucket,
  type CountedSubject,
  type RateCount,
} from '../domain/rate-bucket';
import type { Route } from '../domain/route';
import type { Grant } from './authorize-request';
import type { RateEstimate, RateEstimates } from './rate-estimates';
import type { RateCounts } from './rate-counts';

/** What the X-RateLimit headers say. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAtSeconds: number;
}

/**
 * Undefined: the call is not counted. Throws `rate_limited`, `penalty_block`. Returns no promise
 * for a caller whose estimate is far below the limit.
 */
export type LimitRate = (
  route: Route,
  grant: Grant,
  request: RatedRequest,
) => RateState | undefined | Promise<RateState>;

export interface RatedRequest {
  readonly clientIp: string;
  readonly path: string;
}

export interface LimitRateOptions {
  readonly estimates: RateEstimates;
  readonly rateCounts: Pick<RateCounts, 'count' | 'countLater'>;
  readonly fundedRequestsPerMinute: number;
}

export function createLimitRate(options: LimitRateOptions): LimitRate {
  const { fundedRequestsPerMinute, estimates, rateCounts } = options;

  async function countFirst(subject: CountedSubject, known: RateEstimate): Promise<RateState> {
    const { limit } = subject;
    const window = await rateCounts.count(subject, known);
    if (window.blockedSeconds > 0) throw makePenaltyError(window.blockedSeconds);
    if (window.count > limit) throw makeRateError(limit, window);
    return { limit, remaining: limit - window.count, resetAtSeconds: window.resetAtSeconds };
  }

  return (route, grant, request) => {
    const { bucket: name } = route;
    if (name === null) return undefined;
    const bucket = rateBuckets[name];
    const subject = findSubject(bucket, grant, request);
    // The admin token is not limited: it is what an operator has left in an emergency.
    if (subject === null) return undefined;
    const limit = getBucketLimit(bucket, grant, fundedRequestsPerMinute);
    const known = estimates.get(name, subject);
    const counted = { bucket: name, subject, limit };
    if (!estimates.admit(known, limit)) return countFirst(counted, known);
    rateCounts.countLater(counted, known);
    return { limit, remaining: limit - known.count, resetAtSeconds: known.resetAtSeconds };
  };
}

/** The end of a long path identifies the resource. */
const pathCharactersMax = 100;

/** Null: the caller is not limited. */
function findSubject(
  { per }: RateBucket,
  { subject }: Grant,
  { clientIp, path }: RatedRequest,
): string | null {
  if (per === 'address') return getAddressBlock(clientIp);
  if (per === 'caller' || subject === null) return subject;
  return `${subject}:${path.slice(-pathCharactersMax)}`;
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

/** Retries would only prolong the block. */
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
