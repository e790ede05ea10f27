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
  /** Calls that went ahead and are still to be counted. */
  ahead: number;
}

const subjectsMax = 50_000;
/** Of a limit that several edges share, so much may each let go ahead without hearing of it. */
const aheadShare = 0.01;

/**
 * Somebody far below the limit need not wait until the next call is counted. An edge that is alone
 * knows of every call, those on their way too, and lets nobody pass the limit. Among several, each
 * lets only a few calls go ahead, in its own part of the limit: what the others have counted
 * meanwhile is heard with them, so that a limit is passed by one call in a hundred (of a small one,
 * by one call) per edge and minute at most.
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
    const known = { count: 0, resetAtSeconds: 0, waiting: 0, ahead: 0 };
    if (this.#counts.size < subjectsMax) this.#counts.set(key, known);
    return known;
  }

  /** Whether it is safe to go on without hearing the count of the next call, which is added. */
  foresee(known: KnownCount, limit: number): boolean {
    const { instances } = this.#options;
    if (this.#isOver(known)) return false;
    const aheadMax = instances > 1 ? Math.max(1, limit * aheadShare) : Infinity;
    if (known.ahead + known.waiting + 1 > aheadMax) return false;
    if (known.count + known.waiting + 1 > limit / (instances + 1)) return false;
    known.count += 1;
    known.ahead += 1;
    return true;
  }

  /** How many calls of this minute went ahead; from now on they are the taker's to count. */
  takeAhead(known: KnownCount): number {
    const calls = this.#isOver(known) ? 0 : known.ahead;
    known.ahead = 0;
    return calls;
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
      known.ahead = 0;
      known.resetAtSeconds = window.resetAtSeconds;
    } else if (window.resetAtSeconds === known.resetAtSeconds) {
      known.count = Math.max(known.count, window.count + known.ahead);
    }
  }

  #isOver(known: KnownCount): boolean {
    return this.#options.clock.nowMs() >= known.resetAtSeconds * 1_000;
  }

  /** With every new minute. */
  #dropIdle(heard: KnownCount): void {
    for (const [key, known] of this.#counts) {
      if (known.waiting === 0 && known !== heard) this.#counts.delete(key);
    }
  }
}
