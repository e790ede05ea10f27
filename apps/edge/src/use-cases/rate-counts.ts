import type { CountedSubject, RateCount } from '../domain/rate-bucket';
import type { RateEstimate, RateEstimates } from './rate-estimates';
import type { CountCalls } from './ports';

export interface RateCountsOptions {
  /** One that falls back on this process by itself: it never fails. */
  readonly countCalls: CountCalls;
  readonly estimates: RateEstimates;
}

interface LateCount {
  readonly subject: CountedSubject;
  readonly known: RateEstimate;
}

/** Uncounted calls are sent to Redis after this time; other edges learn of them then. */
const lateMs = 100;

/**
 * Counts calls in Redis and updates the estimates. Calls admitted by estimate are counted later,
 * all calls of one caller in one step: counting each would cost more than all other admission work.
 */
export class RateCounts {
  readonly #options: RateCountsOptions;
  #late: LateCount[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RateCountsOptions) {
    this.#options = options;
  }

  /** Counts this call and the uncounted calls of the same caller. */
  count(subject: CountedSubject, known: RateEstimate): Promise<RateCount> {
    const ahead = this.#options.estimates.takeUncounted(known);
    return this.#count(subject, known, { ahead, calls: ahead + 1 });
  }

  /** Counts a call that was admitted by its estimate within `lateMs`. */
  countLater(subject: CountedSubject, known: RateEstimate): void {
    // The entry of the first uncounted call covers all that follow it.
    if (known.uncounted > 1) return;
    this.#late.push({ subject, known });
    this.#timer ??= setTimeout(() => void this.flush(), lateMs).unref();
  }

  /** Counts all uncounted calls now. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const late = this.#late;
    this.#late = [];
    await Promise.all(late.map((entry) => this.#countLate(entry)));
  }

  async #countLate({ known, subject }: LateCount): Promise<void> {
    const ahead = this.#options.estimates.takeUncounted(known);
    // 0 when a call that waited for its count took them along, or their minute is over.
    if (ahead > 0) await this.#count(subject, known, { ahead, calls: ahead });
  }

  async #count(
    subject: CountedSubject,
    known: RateEstimate,
    { ahead, calls }: { readonly ahead: number; readonly calls: number },
  ): Promise<RateCount> {
    const { countCalls, estimates } = this.#options;
    const knownCount = known.count - ahead;
    const { resetAtSeconds: knownResetAtSeconds } = known;
    known.inFlight += calls;
    const window = await countCalls({
      ...subject,
      calls,
      passedCalls: ahead,
      knownCount,
      knownResetAtSeconds,
    });
    known.inFlight -= calls;
    estimates.update(known, window);
    return window;
  }
}
