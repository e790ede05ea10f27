import type { BucketName, RateCount } from '../domain/rate-bucket';
import type { Clock } from './ports';

export interface KnownCountsOptions {
  readonly clock: Clock;
  /** How many edges share the limits. */
  readonly instances: number;
}

/** What this edge has heard about somebody's minute; `count` includes what it foresaw. */
export interface KnownCount {
  count: number;
  /** 0: nothing was heard yet, or foresight is over. */
  resetAtSeconds: number;
  /** Calls whose counts are still on their way. */
  waiting: number;
}

const subjectsMax = 50_000;

/**
 * Somebody far below the limit need not wait until the next call is counted. An edge that is alone
 * knows of every call, those on their way too, and lets nobody pass the limit. Among several, each
 * lets only one call at a time go ahead, in its own part of the limit: what the others have counted
 * meanwhile is heard with it, so that a limit is passed by one call per edge and minute at most.
 */
export class KnownCounts {
  readonly #options: KnownCountsOptions;
  readonly #counts = new Map<string, KnownCount>();
  #resetAtSeconds = 0;

  constructor(options: KnownCountsOptions) {
    this.#options = options;
  }

  /** What was heard last; may be of a minute that is over. */
  get(bucket: BucketName, subject: string): KnownCount {
    const key = `${bucket} ${subject}`;
    const found = this.#counts.get(key);
    if (found !== undefined) return found;
    const known = { count: 0, resetAtSeconds: 0, waiting: 0 };
    if (this.#counts.size < subjectsMax) this.#counts.set(key, known);
    return known;
  }

  /** Whether it is safe to go on without hearing the count of the next call, which is added. */
  foresee(known: KnownCount, limit: number): boolean {
    const { clock, instances } = this.#options;
    if (clock.nowMs() >= known.resetAtSeconds * 1_000) return false;
    if (instances > 1 && known.waiting > 0) return false;
    if (known.count + known.waiting + 1 > limit / (instances + 1)) return false;
    known.count += 1;
    return true;
  }

  /** A block, or a count that other edges have driven up, ends the foresight. */
  note(known: KnownCount, window: RateCount): void {
    if (window.resetAtSeconds > this.#resetAtSeconds) {
      this.#resetAtSeconds = window.resetAtSeconds;
      this.#dropIdle(known);
    }
    if (window.blockedSeconds > 0) {
      known.resetAtSeconds = 0;
    } else if (window.resetAtSeconds > known.resetAtSeconds) {
      known.count = window.count;
      known.resetAtSeconds = window.resetAtSeconds;
    } else if (window.resetAtSeconds === known.resetAtSeconds) {
      known.count = Math.max(known.count, window.count);
    }
  }

  /** With every new minute. */
  #dropIdle(heard: KnownCount): void {
    for (const [key, known] of this.#counts) {
      if (known.waiting === 0 && known !== heard) this.#counts.delete(key);
    }
  }
}
