import { AppError } from '@tollgate/errors';
import type { Part, ReachCrashPoint } from '@tollgate/lifecycle';
import type { Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import type {
  AdmitPreview,
  AdmitResult,
  GoodwillState,
  HoldRef,
  InstanceRegistry,
  Till,
} from '@tollgate/till';
import type {
  ExtendHoldRequest,
  Holds,
  PlaceHoldRequest,
  PlaceHoldResult,
  PreviewHoldRequest,
} from '../call/admit/holds';
import type { EpochGuard } from './epoch-guard';
import type { GoodwillKeeper } from './goodwill-keeper';
import { HoldLeases, type LeaseAsk, type LeaseRules } from './hold-leases';
import type { Trips } from './notes';
import type { SettleQueue } from './settle-queue';
import { shareLoads, type LoadTill } from './share-loads';

export interface HoldKeeperOptions {
  readonly instance: string;
  readonly till: Till;
  readonly registry: InstanceRegistry;
  readonly epoch: EpochGuard;
  readonly settleQueue: SettleQueue;
  readonly loadTill: LoadTill;
  readonly goodwill?: Pick<GoodwillKeeper, 'read'>;
  /** Spend breakers refused the call. */
  readonly onTripped?: (trips: Trips) => void;
  readonly leaseRules?: LeaseRules;
  readonly reachCrashPoint?: ReachCrashPoint;
  readonly logger: Logger;
}

type Judge = () => Promise<AdmitResult>;
type Verdict = Exclude<AdmitResult, { kind: 'not-loaded' }>;

/** Each round loads what was missing, so the second usually succeeds. */
const admitRoundsMax = 4;
const retryAfterSeconds = 1;
/** After a failure of the till, calls are refused at once for a moment instead of waiting. */
const tillAwayMs = 250;
/** How often a refused call asks again while leases of other relays end. */
const leasePollMs = 100;

/** Places holds and keeps the open ones, to register them again in a till that lost them. */
export class HoldKeeper implements Holds, Part {
  readonly name = 'holds';
  readonly #options: HoldKeeperOptions;
  readonly #open = new Map<string, HoldRef>();
  readonly #knownWallets = new Set<string>();
  readonly #leases: HoldLeases;
  readonly #loadTill: LoadTill;
  #tillAwayUntilMs = 0;

  constructor(options: HoldKeeperOptions) {
    this.#options = options;
    this.#leases = new HoldLeases(options);
    this.#loadTill = shareLoads(options.loadTill);
  }

  get openCount(): number {
    return this.#open.size;
  }

  get leaseCount(): number {
    return this.#leases.size;
  }

  listOpen(): HoldRef[] {
    return [...this.#open.values()];
  }

  isOpen({ holdId }: HoldRef): boolean {
    return this.#open.has(holdId);
  }

  /** The till does not know the wallets of this relay any more, and may have swept its holds. */
  forgetWallets(): void {
    this.#knownWallets.clear();
    void this.#leases.closeAll();
  }

  /** The till was emptied: calls that were paid from a lease are registered by their own ids. */
  forgetLeases(): void {
    this.#leases.forget();
  }

  /** No more calls come: gives back what is held for none. */
  async stop(): Promise<void> {
    await this.#leases.closeAll();
  }

  async place(request: PlaceHoldRequest): Promise<PlaceHoldResult> {
    const epochId = this.#options.epoch.id;
    const drawn = this.#leases.draw(request, epochId);
    if (drawn !== undefined) return this.#keep(drawn);
    const ask = this.#leases.ask(request, epochId);
    if (ask === undefined) return this.#place(request);
    let hasLease = false;
    try {
      const result = await this.#place(request, ask);
      hasLease = result.kind === 'placed' && result.hold.leaseId !== undefined;
      return result;
    } finally {
      this.#leases.endAsk(request, hasLease);
    }
  }

  async #place(request: PlaceHoldRequest, ask?: LeaseAsk): Promise<PlaceHoldResult> {
    const { instance, settleQueue, till } = this.#options;
    const { amountNanos, holdId, limits: counters, walletId } = request;
    const hold: HoldRef = { walletId, holdId, instance, amountNanos, counters };
    const lease = ask && { ...hold, holdId: ask.leaseId };
    try {
      // A spend breaker counts settled calls, so pending endings are flushed first.
      const hasBreaker = counters.some(({ rule }) => rule === 'settled');
      if (hasBreaker && settleQueue.hasPending(walletId)) await settleQueue.flush();
      const result = await this.#ask(walletId, () => till.admit({ ...request, ...ask, instance }));
      if (result.kind !== 'admitted') return { kind: 'refused', refusal: result };
      const { amountNanos: heldNanos, isLease } = result;
      if (ask === undefined || lease === undefined || isLease !== true)
        return this.#keep({ ...hold, amountNanos: heldNanos });
      const opened = { ...lease, amountNanos: heldNanos };
      return this.#keep(this.#leases.open(request, opened, ask));
    } catch (error) {
      // A command that timed out may still run: release what it may have taken.
      settleQueue.release(hold);
      if (lease) settleQueue.release(lease);
      throw this.#explain(error);
    }
  }

  #keep(hold: HoldRef): PlaceHoldResult {
    this.#open.set(hold.holdId, hold);
    this.#options.reachCrashPoint?.('relay.admitted');
    return { kind: 'placed', hold };
  }

  /** A failure leaves the hold as it is. */
  async extend({ amountNanos, hold, limits, step }: ExtendHoldRequest): Promise<PlaceHoldResult> {
    if (hold.leaseId !== undefined) throw new RangeError('calls of a lease hold their worst case');
    const request = { hold, step, amountNanos, floorNanos: amountNanos, limits };
    try {
      const result = await this.#ask(hold.walletId, () => this.#options.till.extend(request));
      if (result.kind !== 'admitted') return { kind: 'refused', refusal: result };
      return this.#keep({ ...hold, amountNanos: result.amountNanos });
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** What placing a hold would return now. Takes nothing. */
  async preview(request: PreviewHoldRequest): Promise<AdmitPreview> {
    let preview: AdmitPreview | undefined;
    try {
      await this.#judge(request.walletId, async () => {
        preview = await this.#options.till.preview(request);
        return preview.result;
      });
    } catch (error) {
      throw this.#explain(error);
    }
    if (preview === undefined) throw new AppError('overloaded', { retryAfterSeconds });
    return preview;
  }

  async readGoodwill(walletId: string): Promise<GoodwillState | undefined> {
    return this.#options.goodwill?.read(walletId);
  }

  noteExhausted({ walletId }: HoldRef): void {
    this.#options.till.markExhausted(walletId).catch((error: unknown) => {
      this.#options.logger.warn('exhausted wallet not noted', { walletId, error });
    });
  }

  release(hold: HoldRef): void {
    this.#open.delete(hold.holdId);
    if (!this.#leases.release(hold)) this.#options.settleQueue.release(hold);
  }

  /** The hold is in the book now: this relay no longer ends it. */
  forget(hold: HoldRef): void {
    this.#open.delete(hold.holdId);
  }

  finalize(hold: HoldRef, costNanos: Nanos, onFinal: () => void): void {
    const { settleQueue } = this.#options;
    const charge = this.#leases.charge(hold, costNanos);
    if (charge === undefined) settleQueue.finalize(hold, costNanos, onFinal);
    else {
      const { leaseNanos, onSettled } = charge;
      settleQueue.finalize({ ...hold, leaseNanos }, costNanos, () => {
        onSettled();
        onFinal();
      });
    }
    this.#open.delete(hold.holdId);
  }

  async #ask(walletId: string, judge: Judge): Promise<Verdict> {
    if (Date.now() < this.#tillAwayUntilMs) throw new AppError('overloaded', { retryAfterSeconds });
    const result = await this.#judge(walletId, judge);
    if (result.kind === 'limit-reached' && isTripped(result)) {
      const { nowMs, trippedBreakers: breakers } = result;
      this.#options.onTripped?.({ walletId, breakers, nowMs });
    }
    return result;
  }

  async #judge(walletId: string, judge: Judge): Promise<Verdict> {
    const { settledCount } = this.#options.settleQueue;
    let result = await this.#admit(walletId, judge);
    if (result.kind === 'admitted' || isTripped(result)) return result;
    const leftMs = await this.#freeUnused(walletId, settledCount);
    if (leftMs === undefined) return result;
    const endsAtMs = performance.now() + leftMs;
    for (;;) {
      result = await this.#admit(walletId, judge);
      const waitMs = Math.min(endsAtMs - performance.now(), leasePollMs);
      if (result.kind === 'admitted' || waitMs <= 0) return result;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }

  /**
   * Ended calls may still be held at their worst case, and leases hold more than calls need: gives
   * back both. Returns the milliseconds until other relays have done so; undefined: nothing was
   * held that calls do not need, and no call was settled since `settledCount` was read.
   */
  async #freeUnused(walletId: string, settledCount: number): Promise<number | undefined> {
    const { instance, settleQueue, till } = this.#options;
    const { othersMs, ownMs } = await till.pauseLeases(walletId, instance);
    // A lease that the till granted before that may have come with the same packet.
    await new Promise((resolve) => setImmediate(resolve));
    const hadLease = await this.#leases.closeOf(walletId);
    const hasPending = settleQueue.hasPending(walletId);
    if (hasPending) await settleQueue.flush();
    const wasSettled = settleQueue.settledCount !== settledCount;
    const wasUnused = hadLease || hasPending || wasSettled || ownMs > 0 || othersMs > 0;
    return wasUnused ? othersMs : undefined;
  }

  #explain(error: unknown): AppError {
    if (AppError.is(error)) return error;
    this.#tillAwayUntilMs = Date.now() + tillAwayMs;
    this.#options.logger.warn('admission failed', { error });
    return new AppError('overloaded', { retryAfterSeconds, cause: error });
  }

  async #admit(walletId: string, judge: Judge): Promise<Verdict> {
    const { epoch } = this.#options;
    for (let round = 0; round < admitRoundsMax; round++) {
      await epoch.waitUntilRegistered();
      const epochId = epoch.id;
      await this.#noteWallet(walletId, epochId);
      const result = await judge();
      // The till was emptied, or may be that of another server by now: ask again.
      if (epoch.id !== epochId || !epoch.isCertain) continue;
      if (result.kind !== 'not-loaded') return result;
      await epoch.waitUntilLoadable();
      await this.#loadTill(walletId, result.counters);
    }
    throw new AppError('overloaded', { retryAfterSeconds });
  }

  async #noteWallet(walletId: string, epochId: string | undefined): Promise<void> {
    if (this.#knownWallets.has(walletId)) return;
    const { epoch, instance, registry } = this.#options;
    await registry.noteWallet(instance, walletId);
    // Not remembered if the till was emptied in the meantime.
    if (epoch.id === epochId) this.#knownWallets.add(walletId);
  }
}

/** What leases hold does not count for breakers. */
function isTripped(result: AdmitResult): boolean {
  return result.kind === 'limit-reached' && result.trippedBreakers.length > 0;
}
