import type { RouteFault } from '../call/attempt/route-observer';

interface Outcome {
  readonly atMs: number;
  /** Undefined: it went well. */
  readonly fault: RouteFault | undefined;
  readonly walletId: string;
  readonly startedAtMs: number;
}

/** A caller whose call a route failed, here or at another relay. */
export interface Witness {
  readonly walletId: string;
  readonly atMs: number;
}

export type BreakerChange = 'opened' | 'closed';

const outcomesMax = 20;
const windowMs = 30_000;
const failuresToOpen = 5;
/** Whose failed calls count: one caller's poison prompt says nothing about a route. */
const walletsToBelieve = 2;
/** One of these is another than whoever is asked about. */
export const witnessesMax = walletsToBelieve;
export const witnessMsMax = windowMs;

/** Isolates a route that fails, and lets a call through now and then to see if it is back. */
export class RouteBreaker {
  readonly #probeMs: number;
  #outcomes: Outcome[] = [];
  /** At other relays, the latest first. */
  #heard: readonly Witness[] = [];
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
    const heard = this.#heard.filter(({ atMs }) => atMs > nowMs - windowMs);
    const wallets = new Set([...failed, ...heard].map(({ walletId }) => walletId));
    const believed = wallets.size >= walletsToBelieve ? failed.length : 0;
    return believed + recent.filter(({ fault }) => fault === 'unreachable').length;
  }

  /** The latest callers that it failed here. */
  listWitnesses(): readonly Witness[] {
    const failed = this.#outcomes.filter(({ fault }) => fault === 'failed');
    return keepLatest(failed.map(({ atMs, walletId }) => ({ atMs, walletId })));
  }

  /** Callers that it failed at another relay count like those here. */
  hear(witnesses: readonly Witness[]): void {
    if (!this.isOpen) this.#heard = keepLatest([...this.#heard, ...witnesses]);
  }

  open(atMs: number): void {
    this.#openedAtMs = atMs;
    this.#nextProbeMs = atMs + this.#probeMs;
    this.#forget();
  }

  close(): void {
    this.#openedAtMs = undefined;
    this.#forget();
  }

  isProbeDue(nowMs: number): boolean {
    return this.isOpen && nowMs >= this.#nextProbeMs;
  }

  /** True for one caller in each interval. */
  claimProbe(nowMs: number): boolean {
    if (!this.isProbeDue(nowMs)) return false;
    this.#nextProbeMs = nowMs + this.#probeMs;
    return true;
  }

  /** The claimed probe was not made. */
  releaseProbe(nowMs: number): void {
    this.#nextProbeMs = Math.min(this.#nextProbeMs, nowMs);
  }

  #forget(): void {
    this.#outcomes = [];
    this.#heard = [];
  }
}

function keepLatest(witnesses: readonly Witness[]): readonly Witness[] {
  const latest = new Map<string, Witness>();
  for (const witness of [...witnesses].sort((left, right) => right.atMs - left.atMs))
    if (!latest.has(witness.walletId)) latest.set(witness.walletId, witness);
  return [...latest.values()].slice(0, witnessesMax);
}
