import type { CountedSubject, RateCount } from '../domain/rate-bucket';
import type { KnownCount, KnownCounts } from './known-counts';
import type { CountCalls } from './ports';

export interface RateCountsOptions {
  /** One that falls back on this process by itself: it never fails. */
  readonly countCalls: CountCalls;
  readonly knownCounts: KnownCounts;
}

interface LateCount {
  readonly subject: CountedSubject;
  readonly known: KnownCount;
}

/** How long a call that went ahead may stay uncounted: others hear of it so much later. */
const lateMs = 100;

/**
 * Counts calls, and keeps what is known of their minute up to date. Those that went ahead are
 * counted a moment later, all of one caller in one step: counting each would cost more than
 * everything else that is done to let a known caller pass.
 */
export class RateCounts {
  readonly #options: RateCountsOptions;
  #late: LateCount[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RateCountsOptions) {
    this.#options = options;
  }

  /** This call, and those of the same caller that went ahead. */
  count(subject: CountedSubject, known: KnownCount): Promise<RateCount> {
    const ahead = this.#options.knownCounts.takeAhead(known);
    return this.#count(subject, known, { ahead, calls: ahead + 1 });
  }

  /** For a call that was foreseen. */
  countLater(subject: CountedSubject, known: KnownCount): void {
    // The first that went ahead stands for all that follow it.
    if (known.ahead > 1) return;
    this.#late.push({ subject, known });
    this.#timer ??= setTimeout(() => void this.flush(), lateMs).unref();
  }

  /** Counts what is still to be counted. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const late = this.#late;
    this.#late = [];
    await Promise.all(late.map((entry) => this.#countAhead(entry)));
  }

  async #countAhead({ known, subject }: LateCount): Promise<void> {
    const ahead = this.#options.knownCounts.takeAhead(known);
    // None when somebody who had to wait has taken them along, or when their minute is over.
    if (ahead > 0) await this.#count(subject, known, { ahead, calls: ahead });
  }

  async #count(
    subject: CountedSubject,
    known: KnownCount,
    { ahead, calls }: { readonly ahead: number; readonly calls: number },
  ): Promise<RateCount> {
    const { countCalls, knownCounts } = this.#options;
    const knownCount = known.count - ahead;
    const { resetAtSeconds: knownResetAtSeconds } = known;
    known.waiting += calls;
    const window = await countCalls({
      ...subject,
      calls,
      passedCalls: ahead,
      knownCount,
      knownResetAtSeconds,
    });
    known.waiting -= calls;
    knownCounts.note(known, window);
    return window;
  }
}
