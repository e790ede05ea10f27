import { makeUlid } from '@tollgate/ids';
import type { Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import {
  formatCounterField,
  leaseMs,
  leasePauseMs,
  type HoldRef,
  type SpendLimit,
  type Till,
} from '@tollgate/till';
import { LRUCache } from 'lru-cache';
import type { PlaceHoldRequest } from '../call/admit/holds';
import { HoldLease, type LeaseCharge } from './hold-lease';
import type { SettleQueue } from './settle-queue';

export interface LeaseRules {
  /** A caller with fewer calls in a second gets a hold for each. */
  readonly callsPerSecondMin: number;
  /** The size of a lease, in holds of the call that opens it. */
  readonly callsPerLease: bigint;
}

export interface HoldLeasesOptions {
  readonly till: Pick<Till, 'shrink'>;
  readonly settleQueue: Pick<SettleQueue, 'release'>;
  readonly leaseRules?: LeaseRules;
  /** A clock that is never set back. */
  readonly getNowMs?: () => number;
  readonly logger: Logger;
}

/** A question for a lease, which the till answers with one or with the hold of the call. */
export interface LeaseAsk {
  readonly leaseId: string;
  readonly ceilingNanos: Nanos;
  readonly askedAtMs: number;
  readonly epochId: string | undefined;
}

interface OpenLease {
  readonly lease: HoldLease;
  readonly endsAtMs: number;
  /** Of the till; a lease does not outlive it. */
  readonly epochId: string | undefined;
}

/** A wallet under the same limits. */
interface Caller {
  open: OpenLease | undefined;
  isAsking: boolean;
  /** Calls in the second that began then, and in the second before it. */
  secondAtMs: number;
  calls: number;
  callsBefore: number;
  /** The till granted no lease. */
  notBeforeMs: number;
}

const defaultRules: LeaseRules = { callsPerSecondMin: 16, callsPerLease: 64n };
const callersMax = 10_000;

/**
 * Leases save busy callers the question to the till for every call: one hold over all limits of the
 * caller is placed for many calls, and this process divides it. What is admitted is always held, so
 * no limit can be passed. The till grants a lease only where a tenth of what the caller may still
 * spend covers it; what it does not use is given back after a second, or as soon as a call of the
 * wallet would be refused.
 */
export class HoldLeases {
  readonly #options: HoldLeasesOptions;
  readonly #rules: LeaseRules;
  readonly #getNowMs: () => number;
  readonly #callers = new LRUCache<string, Caller>({
    max: callersMax,
    dispose: ({ open }) => void open?.lease.close(),
  });
  /** Those that are open or have calls, by the ids of their holds. */
  readonly #leases = new Map<string, HoldLease>();

  constructor(options: HoldLeasesOptions) {
    this.#options = options;
    this.#rules = options.leaseRules ?? defaultRules;
    this.#getNowMs = options.getNowMs ?? (() => performance.now());
  }

  get size(): number {
    return this.#leases.size;
  }

  /** Takes the hold of a call from the lease of its caller; undefined: ask the till. */
  draw(request: PlaceHoldRequest, epochId: string | undefined): HoldRef | undefined {
    if (!isShareable(request)) return undefined;
    const nowMs = this.#getNowMs();
    const caller = this.#countCall(request, nowMs);
    const { open } = caller;
    if (open === undefined) return undefined;
    if (nowMs < open.endsAtMs && open.epochId === epochId) return open.lease.draw(request);
    caller.open = undefined;
    void open.lease.close();
    return undefined;
  }

  /** Undefined: no lease is due. */
  ask(request: PlaceHoldRequest, epochId: string | undefined): LeaseAsk | undefined {
    if (!isShareable(request)) return undefined;
    const askedAtMs = this.#getNowMs();
    const caller = this.#callers.get(nameCaller(request));
    if (caller === undefined || caller.isAsking || askedAtMs < caller.notBeforeMs) return undefined;
    const { callsPerLease, callsPerSecondMin } = this.#rules;
    if (Math.max(caller.calls, caller.callsBefore) < callsPerSecondMin) return undefined;
    caller.isAsking = true;
    const ceilingNanos = request.amountNanos * callsPerLease;
    return { leaseId: makeUlid(), ceilingNanos, askedAtMs, epochId };
  }

  /** The till has answered, or failed. */
  endAsk(request: PlaceHoldRequest, hasLease: boolean): void {
    const caller = this.#callers.get(nameCaller(request));
    if (caller === undefined) return;
    caller.isAsking = false;
    if (!hasLease) caller.notBeforeMs = this.#getNowMs() + leasePauseMs;
  }

  /** The till has placed the hold of the lease. Draws the call from it. */
  open(request: PlaceHoldRequest, hold: HoldRef, { askedAtMs, epochId }: LeaseAsk): HoldRef {
    const { logger, settleQueue, till } = this.#options;
    const onEnd = (): void => {
      this.#leases.delete(hold.holdId);
      settleQueue.release(hold);
    };
    const lease = new HoldLease({ hold, till, onEnd, logger });
    this.#leases.set(hold.holdId, lease);
    const drawn = lease.draw(request);
    if (drawn === undefined) throw new RangeError('a lease is smaller than its first call');
    // Counted from the question: the answer may have waited in a process that stood still.
    const endsAtMs = askedAtMs + leaseMs;
    const leftMs = endsAtMs - this.#getNowMs();
    const caller = this.#callers.get(nameCaller(request));
    if (caller === undefined || leftMs <= 0) {
      void lease.close();
      return drawn;
    }
    void caller.open?.lease.close();
    caller.open = { lease, endsAtMs, epochId };
    setTimeout(() => void lease.close(), leftMs).unref();
    return drawn;
  }

  /** The call ended without a charge. False: it was not paid from a lease. */
  release(hold: HoldRef): boolean {
    const lease = this.#find(hold);
    lease?.release(hold.amountNanos);
    return lease !== undefined;
  }

  /** The call ended with a charge. Undefined: it was not paid from a lease. */
  charge(hold: HoldRef, costNanos: Nanos): LeaseCharge | undefined {
    return this.#find(hold)?.charge(hold.amountNanos, costNanos);
  }

  /**
   * Gives back what the leases of a wallet do not use; they pay for no more calls. False: it has
   * none.
   */
  async closeOf(walletId: string): Promise<boolean> {
    const own = [...this.#leases.values()].filter(({ hold }) => hold.walletId === walletId);
    await Promise.all(own.map((lease) => lease.close()));
    return own.length > 0;
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#leases.values()].map((lease) => lease.close()));
  }

  /** The till has lost the leases; running calls are registered by their own ids. */
  forget(): void {
    const lost = [...this.#leases.values()];
    this.#leases.clear();
    for (const lease of lost) {
      lease.forget();
      // Where only the epoch was lost, the till still has it.
      this.#options.settleQueue.release(lease.hold);
    }
    this.#callers.clear();
  }

  #find({ leaseId }: HoldRef): HoldLease | undefined {
    return leaseId === undefined ? undefined : this.#leases.get(leaseId);
  }

  #countCall(request: PlaceHoldRequest, nowMs: number): Caller {
    const name = nameCaller(request);
    let caller = this.#callers.get(name);
    if (caller === undefined) {
      caller = {
        ...{ open: undefined, isAsking: false, notBeforeMs: 0 },
        ...{ secondAtMs: nowMs, calls: 0, callsBefore: 0 },
      };
      this.#callers.set(name, caller);
    }
    const ageMs = nowMs - caller.secondAtMs;
    if (ageMs >= 1_000) {
      caller.callsBefore = ageMs < 2_000 ? caller.calls : 0;
      caller.calls = 0;
      caller.secondAtMs = nowMs;
    }
    caller.calls += 1;
    return caller;
  }
}

/**
 * A call without an output limit takes a share of what is free, which only the till knows. A spend
 * breaker counts what was settled until now, so each call under one must be judged by the till.
 */
function isShareable(request: PlaceHoldRequest): boolean {
  const { amountNanos, canShare, ceilingNanos = amountNanos, limits } = request;
  if (canShare !== true || amountNanos <= 0n || ceilingNanos !== amountNanos) return false;
  return limits.every(({ rule }) => rule === 'reserved');
}

function nameCaller({ limits, walletId }: PlaceHoldRequest): string {
  let name = walletId;
  for (const limit of limits) name += `\n${nameLimit(limit)}`;
  return name;
}

function nameLimit(limit: SpendLimit): string {
  return `${formatCounterField(limit)}|${limit.limitNanos}`;
}
