import type { EndedKey } from '@tollgate/identity';
import type { Caller } from '../domain/caller';
import type { CountedCalls, RateCount } from '../domain/rate-bucket';

export interface Clock {
  nowMs(): number;
}

/** Looks a credential up in auth. Undefined: it is unknown. Throws when auth is unreachable. */
export type LookUpCaller = (
  hash: string,
  requestId: string,
) => Promise<Caller | EndedKey | undefined>;

/** Counts calls in their clock minute. Throws when it cannot count. */
export type CountCalls = (calls: CountedCalls) => Promise<RateCount>;
