const windowMs = 60_000;
const share = 0.2;

interface Counts {
  startedMs: number;
  calls: number;
  retries: number;
}

/** Limits the retries of a route to a fifth of its calls, so that they do not overload it. */
export class RetryBudget {
  #now: Counts;
  #before: Counts = { startedMs: 0, calls: 0, retries: 0 };

  constructor(nowMs: number) {
    this.#now = { startedMs: nowMs, calls: 0, retries: 0 };
  }

  note(isRetry: boolean, nowMs: number): void {
    this.#turn(nowMs);
    if (isRetry) this.#now.retries += 1;
    else this.#now.calls += 1;
  }

  mayRetry(nowMs: number): boolean {
    this.#turn(nowMs);
    const calls = this.#now.calls + this.#before.calls;
    return this.#now.retries + this.#before.retries < calls * share;
  }

  #turn(nowMs: number): void {
    const ageMs = nowMs - this.#now.startedMs;
    if (ageMs < windowMs) return;
    const nothing = { startedMs: nowMs, calls: 0, retries: 0 };
    this.#before = ageMs < 2 * windowMs ? this.#now : nothing;
    this.#now = nothing === this.#before ? { ...nothing } : nothing;
  }
}
