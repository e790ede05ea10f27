import type { RouteFault } from '../pipeline/route-observer';

interface Outcome {
  readonly atMs: number;
  /** Undefined: it went well. */
  readonly fault: RouteFault | undefined;
  readonly walletId: string;
  readonly startedAtMs: number;
}

export type BreakerChange = 'opened' | 'closed';

const outcomesMax = 20;
const windowMs = 30_000;
const failuresToOpen = 5;
/** Whose failed calls count: one caller's poison prompt says nothing about a route. */
const walletsToBelieve = 2;

/** Isolates a route that fails, and lets a call through now and then to see if it is back. */
export class RouteBreaker {
  readonly #probeMs: number;
  #outcomes: Outcome[] = [];
  #openedAtMs: number | undefined;
  #nextProbeMs = 0;

  constructor(probeMs: number) {
    this.#probeMs = probeMs;
  }

  get openedAtMs(): number | undefined {
    return this.#openedAtMs;
  }

  get isOpen(): boolean {
    return this.#openedAtMs !== undefined;
  }

  /** An outcome, and what it changed. */
  note(outcome: Outcome): BreakerChange | undefined {
    if (this.#openedAtMs !== undefined) {
      // What was under way before says nothing about whether the route has come back.
      const isNews = outcome.startedAtMs > this.#openedAtMs;
      if (outcome.fault !== undefined || !isNews) return undefined;
      this.close();
      return 'closed';
    }
    this.#outcomes.push(outcome);
    if (this.#outcomes.length > outcomesMax) this.#outcomes.shift();
    if (outcome.fault === undefined || this.countFailures(outcome.atMs) < failuresToOpen)
      return undefined;
    this.open(outcome.atMs);
    return 'opened';
  }

  /** Those of the last outcomes that count. */
  countFailures(nowMs: number): number {
    const recent = this.#outcomes.filter(({ atMs }) => atMs > nowMs - windowMs);
    const failed = recent.filter(({ fault }) => fault === 'failed');
    const wallets = new Set(failed.map(({ walletId }) => walletId));
    const believed = wallets.size >= walletsToBelieve ? failed.length : 0;
    return believed + recent.filter(({ fault }) => fault === 'unreachable').length;
  }

  open(atMs: number): void {
    this.#openedAtMs = atMs;
    this.#nextProbeMs = atMs + this.#probeMs;
    this.#outcomes = [];
  }

  close(): void {
    this.#openedAtMs = undefined;
    this.#outcomes = [];
  }

  /** True for one caller in each interval. */
  claimProbe(nowMs: number): boolean {
    if (!this.isOpen || nowMs < this.#nextProbeMs) return false;
    this.#nextProbeMs = nowMs + this.#probeMs;
    return true;
  }
}
