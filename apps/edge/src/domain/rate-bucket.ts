import { getRequestsPerMinute, type TierAccount } from '@tollgate/identity';

export type BucketName =
  | 'inference'
  | 'video-submit'
  | 'video-poll'
  | 'management'
  | 'reports'
  | 'catalog'
  | 'sign-in'
  | 'webhook'
  | 'page';

export interface RateBucket {
  /** Whose calls are counted together; `resource`: of one caller for one path. */
  readonly per: 'caller' | 'address' | 'resource';
  /** Calls per clock minute; `tier` means that the balance decides. */
  readonly limit: number | 'tier';
  /** The global brake and blocks for abuse hold for these calls. */
  readonly spendsMoney?: true;
}

export const rateBuckets: Readonly<Record<BucketName, RateBucket>> = {
  inference: { per: 'caller', limit: 'tier', spendsMoney: true },
  'video-submit': { per: 'caller', limit: 60, spendsMoney: true },
  'video-poll': { per: 'resource', limit: 120 },
  management: { per: 'caller', limit: 600 },
  reports: { per: 'caller', limit: 120 },
  catalog: { per: 'address', limit: 600 },
  // Coarse: auth counts attempts by address and mailbox itself.
  'sign-in': { per: 'address', limit: 600 },
  // A payment provider calls from few addresses; what it could not deliver it repeats.
  webhook: { per: 'address', limit: 600 },
  // Pages that the edge serves itself, without a caller.
  page: { per: 'address', limit: 600 },
};

export function getBucketLimit(
  bucket: RateBucket,
  account: TierAccount,
  fundedRequestsPerMinute: number,
): number {
  return bucket.limit === 'tier'
    ? getRequestsPerMinute(account, fundedRequestsPerMinute)
    : bucket.limit;
}

/** Whose calls are counted, and up to where. */
export interface CountedSubject {
  readonly bucket: BucketName;
  readonly subject: string;
  readonly limit: number;
}

/** Calls to be counted, and the last count that this process knows. */
export interface CountedCalls extends CountedSubject {
  readonly calls: number;
  /**
   * How many of `calls` were let through already, in the minute that ends at
   * `knownResetAtSeconds`. When that minute has ended, they are not counted in the next one.
   */
  readonly passedCalls: number;
  /**
   * Calls of the minute that ends at `knownResetAtSeconds`, without these. A count is never lower
   * than it, so that a Redis that was emptied or unreachable does not start a second limit.
   */
  readonly knownCount: number;
  readonly knownResetAtSeconds: number;
}

/** The state of one window after calls were counted. */
export interface RateCount {
  readonly count: number;
  /** Unix seconds of the window's end. */
  readonly resetAtSeconds: number;
  readonly secondsLeft: number;
  /** How long the subject is still blocked for abuse; 0: it is not, and the calls were counted. */
  readonly blockedSeconds: number;
}

const windowSeconds = 60;

/** The clock minute that holds `nowMs`. */
export function getWindow(nowMs: number): { resetAtSeconds: number; secondsLeft: number } {
  const nowSeconds = Math.floor(nowMs / 1_000);
  const resetAtSeconds = (Math.floor(nowSeconds / windowSeconds) + 1) * windowSeconds;
  return { resetAtSeconds, secondsLeft: resetAtSeconds - nowSeconds };
}
