import type { RouteFault } from '../call/attempt/route-observer';

interface Outcome {
  readonly atMs: number;
  /** Undefined: success. */
  readonly fault: RouteFault | undefined;
  readonly walletId: string;
  readonly startedAtMs: number;
}

/** A wallet whose call failed at a route, at this or another relay. */
export interface Witness {
  readonly walletId: string;
  readonly atMs: number;
}

export type BreakerChange = 'opened' | 'closed';

const outcomesMax = 20;
const windowMs = 30_000;
const failuresToOpen = 5;
/**
 * Failed answers count only when calls of several wallets fail: one caller's prompt may be the
 * reason.
 */
const walletsMin = 2;
/** Enough to contain one wallet other than the current caller's. */
export const witnessesMax = walletsMin;
export const witnessMsMax = windowMs;

/** Isolates a failing route, and allows a probe from time to time. */
export class RouteBreaker {
  readonly #probeMs: number;
  #outcomes: Outcome[] = [];
  /** From other relays, the latest first. */
  #remote: readonly Witness[] = [];
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

  /** Records an outcome; returns what it changed. */
  note(outcome: Outcome): BreakerChange | undefined {
    if (this.#openedAtMs !== undefined) {
      // An attempt that started before the route was isolated does not show that it works again.
      const isRecent = outcome.startedAtMs > this.#openedAtMs;
      if (outcome.fault !== undefined || !isRecent) return undefined;
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

  /** Failures in the window. */
  countFailures(nowMs: number): number {
    const recent = this.#outcomes.filter(({ atMs }) => atMs > nowMs - windowMs);
    const failed = recent.filter(({ fault }) => fault === 'failed');
    const remote = this.#remote.filter(({ atMs }) => atMs > nowMs - windowMs);
    const wallets = new Set([...failed, ...remote].map(({ walletId }) => walletId));
    const counted = wallets.size >= walletsMin ? failed.length : 0;
    return counted + recent.filter(({ fault }) => fault === 'unreachable').length;
  }

  /** The latest wallets whose calls failed here. */
  listWitnesses(): readonly Witness[] {
    const failed = this.#outcomes.filter(({ fault }) => fault === 'failed');
    return keepLatest(failed.map(({ atMs, walletId }) => ({ atMs, walletId })));
  }

  /** Adds failures at other relays. */
  addRemote(witnesses: readonly Witness[]): void {
    if (!this.isOpen) this.#remote = keepLatest([...this.#remote, ...witnesses]);
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

  /** True once per interval. */
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
    this.#remote = [];
  }
}

function keepLatest(witnesses: readonly Witness[]): readonly Witness[] {
  const latest = new Map<string, Witness>();
  for (const witness of [...witnesses].sort((left, right) => right.atMs - left.atMs))
    if (!latest.has(witness.walletId)) latest.set(witness.walletId, witness);
  return [...latest.values()].slice(0, witnessesMax);
}
