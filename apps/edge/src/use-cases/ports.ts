import type { Caller } from '../domain/caller';
import type { CountedCalls, RateCount } from '../domain/rate-bucket';

export interface Clock {
  nowMs(): number;
}

/** Asks auth. Undefined: nobody has this credential. Throws when auth cannot be asked. */
export type LookUpCaller = (hash: string, requestId: string) => Promise<Caller | undefined>;

/** Counts calls in their clock minute. Throws when it cannot count. */
export type CountCalls = (calls: CountedCalls) => Promise<RateCount>;
