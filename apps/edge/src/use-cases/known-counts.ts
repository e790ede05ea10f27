import type { BucketName, RateCount } from '../domain/rate-bucket';
import type { Clock } from './ports';

export interface KnownCountsOptions {
  readonly clock: Clock;
  /** How many edges share the limits. */
  readonly instances: number;
}

export interface KnownCount {
  count: number;
  readonly resetAtSeconds: number;
}

const subjectsMax = 50_000;

/**
 * What this edge has heard about the running minute. Somebody far below the limit need not wait
 * until the next call is counted. All edges together pass fewer than the limit in this way: each
 * stops at its own part of it, and from there on every call waits for its count.
 */
export class KnownCounts {
  readonly #options: KnownCountsOptions;
  readonly #counts = new Map<string, KnownCount>();
  #resetAtSeconds = 0;

  constructor(options: KnownCountsOptions) {
    this.#options = options;
  }

  /** What was heard last; may be of a minute that is over. */
  find(bucket: BucketName, subject: string): KnownCount | undefined {
    return this.#counts.get(`${bucket} ${subject}`);
  }

  /** Whether it is safe to go on without hearing the count of the next call, which is added. */
  foresee(known: KnownCount, limit: number): boolean {
    const isOver = this.#options.clock.nowMs() >= known.resetAtSeconds * 1_000;
    if (isOver || known.count + 1 > limit / (this.#options.instances + 1)) return false;
    known.count += 1;
    return true;
  }

  /** A block, or a count that other edges have driven up, ends the foresight. */
  note(bucket: BucketName, subject: string, window: RateCount): void {
    const key = `${bucket} ${subject}`;
    if (window.resetAtSeconds > this.#resetAtSeconds) {
      this.#resetAtSeconds = window.resetAtSeconds;
      this.#counts.clear();
    }
    if (window.blockedSeconds > 0) {
      this.#counts.delete(key);
      return;
    }
    const known = this.#counts.get(key);
    if (known) known.count = Math.max(known.count, window.count);
    else if (this.#counts.size < subjectsMax) {
      this.#counts.set(key, { count: window.count, resetAtSeconds: window.resetAtSeconds });
    }
  }
}
