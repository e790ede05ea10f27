import type { BucketName, RateCount } from '../domain/rate-bucket';
import type { Clock } from './ports';

export interface RateEstimatesOptions {
  readonly clock: Clock;
  /** How many edges share the limits. */
  readonly instances: number;
}

/** What this edge knows of one subject's calls in the current minute. */
export interface RateEstimate {
  /** The count that Redis last returned, plus the calls admitted since. */
  count: number;
  /** End of that minute; 0 while there is no count, or the subject is blocked. */
  resetAtSeconds: number;
  /** Calls whose counting in Redis is under way. */
  inFlight: number;
  /** Calls that were admitted by the estimate and are not yet sent to Redis. */
  uncounted: number;
}

const subjectsMax = 50_000;
/** Where several edges share a limit, each may admit this share of it by its estimate alone. */
const uncountedShare = 0.01;

/**
 * Local estimates of rate counts: a call far below the limit is admitted without waiting for Redis.
 * A single edge sees every call, so its estimate is exact and no limit is exceeded. With several
 * edges each admits only a few calls by estimate, in its own part of the limit; a limit can be
 * exceeded by 1 % (a small limit by one call) per edge and minute at most.
 */
export class RateEstimates {
  readonly #options: RateEstimatesOptions;
  readonly #estimates = new Map<string, RateEstimate>();
  #resetAtSeconds = 0;

  constructor(options: RateEstimatesOptions) {
    this.#options = options;
  }

  /** The last estimate; its minute may be over. */
  get(bucket: BucketName, subject: string): RateEstimate {
    const key = `${bucket} ${subject}`;
    const found = this.#estimates.get(key);
    if (found !== undefined) return found;
    const estimate = { count: 0, resetAtSeconds: 0, inFlight: 0, uncounted: 0 };
    if (this.#estimates.size < subjectsMax) this.#estimates.set(key, estimate);
    return estimate;
  }

  /** Adds one call and returns true when it is safe to admit it before Redis has counted it. */
  admit(estimate: RateEstimate, limit: number): boolean {
    const { instances } = this.#options;
    if (this.#isOver(estimate)) return false;
    const uncountedMax = instances > 1 ? Math.max(1, limit * uncountedShare) : Infinity;
    if (estimate.uncounted + estimate.inFlight + 1 > uncountedMax) return false;
    if (estimate.count + estimate.inFlight + 1 > limit / (instances + 1)) return false;
    estimate.count += 1;
    estimate.uncounted += 1;
    return true;
  }

  /** Hands over the uncounted calls of this minute: the caller must count them. */
  takeUncounted(estimate: RateEstimate): number {
    const calls = this.#isOver(estimate) ? 0 : estimate.uncounted;
    estimate.uncounted = 0;
    return calls;
  }

  /** Takes over a count of Redis. A block ends the estimate, so every further call is counted. */
  update(estimate: RateEstimate, window: RateCount): void {
    if (window.resetAtSeconds > this.#resetAtSeconds) {
      this.#resetAtSeconds = window.resetAtSeconds;
      this.#dropIdle(estimate);
    }
    if (window.blockedSeconds > 0) {
      estimate.resetAtSeconds = 0;
    } else if (window.resetAtSeconds > estimate.resetAtSeconds) {
      estimate.count = window.count;
      estimate.uncounted = 0;
      estimate.resetAtSeconds = window.resetAtSeconds;
    } else if (window.resetAtSeconds === estimate.resetAtSeconds) {
      estimate.count = Math.max(estimate.count, window.count + estimate.uncounted);
    }
  }

  #isOver(estimate: RateEstimate): boolean {
    return this.#options.clock.nowMs() >= estimate.resetAtSeconds * 1_000;
  }

  /** Runs when a new minute begins. */
  #dropIdle(current: RateEstimate): void {
    for (const [key, estimate] of this.#estimates) {
      if (estimate.inFlight === 0 && estimate !== current) this.#estimates.delete(key);
    }
  }
}
