import { AppError } from '@tollgate/errors';
import type { ReachCrashPoint } from '@tollgate/lifecycle';
import type { Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import type {
  AdmitPreview,
  AdmitRequest,
  AdmitResult,
  GoodwillState,
  HoldRef,
  InstanceRegistry,
  SpendCounter,
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
import type { Trips } from './notes';
import type { SettleQueue } from './settle-queue';

export interface HoldKeeperOptions {
  readonly instance: string;
  readonly till: Till;
  readonly registry: InstanceRegistry;
  readonly epoch: EpochGuard;
  readonly settleQueue: SettleQueue;
  /** Asks billing to copy a wallet from the book into the till. */
  readonly loadTill: (walletId: string, counters: readonly SpendCounter[]) => Promise<void>;
  readonly goodwill?: Pick<GoodwillKeeper, 'read'>;
  /** Spend breakers refused the call. */
  readonly onTripped?: (trips: Trips) => void;
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

/** Places holds and keeps the open ones, to register them again in a till that lost them. */
export class HoldKeeper implements Holds {
  readonly #options: HoldKeeperOptions;
  readonly #open = new Map<string, HoldRef>();
  readonly #knownWallets = new Set<string>();
  #tillAwayUntilMs = 0;

  constructor(options: HoldKeeperOptions) {
    this.#options = options;
  }

  get openCount(): number {
    return this.#open.size;
  }

  listOpen(): HoldRef[] {
    return [...this.#open.values()];
  }

  isOpen({ holdId }: HoldRef): boolean {
    return this.#open.has(holdId);
  }

  /** An emptied Redis has lost the wallets of this relay as well. */
  forgetWallets(): void {
    this.#knownWallets.clear();
  }

  async place(request: PlaceHoldRequest): Promise<PlaceHoldResult> {
    const { instance, settleQueue } = this.#options;
    const admit: AdmitRequest = { ...request, instance };
    const { amountNanos, holdId, limits: counters, walletId } = request;
    const hold: HoldRef = { walletId, holdId, instance, amountNanos, counters };
    try {
      // A spend breaker counts settled calls, so pending endings are flushed first.
      const hasBreaker = counters.some(({ rule }) => rule === 'settled');
      if (hasBreaker && settleQueue.hasPending(walletId)) await settleQueue.flush();
      return await this.#ask(hold, () => this.#options.till.admit(admit));
    } catch (error) {
      // A command that timed out may still run: release what it may have taken.
      settleQueue.release(hold);
      throw this.#explain(error);
    }
  }

  /** A failure leaves the hold as it is. */
  async extend({ amountNanos, hold, limits, step }: ExtendHoldRequest): Promise<PlaceHoldResult> {
    const request = { hold, step, amountNanos, floorNanos: amountNanos, limits };
    try {
      return await this.#ask(hold, () => this.#options.till.extend(request));
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** What placing a hold would return now. Takes nothing. */
  async preview(request: PreviewHoldRequest): Promise<AdmitPreview> {
    let preview: AdmitPreview | undefined;
    try {
      await this.#admit(request.walletId, async () => {
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
    this.#options.settleQueue.release(hold);
  }

  /** The hold is in the book now: this relay no longer ends it. */
  forget(hold: HoldRef): void {
    this.#open.delete(hold.holdId);
  }

  finalize(hold: HoldRef, costNanos: Nanos, onFinal: () => void): void {
    this.#options.settleQueue.finalize(hold, costNanos, onFinal);
    this.#open.delete(hold.holdId);
  }

  async #ask(hold: HoldRef, judge: Judge): Promise<PlaceHoldResult> {
    const { settleQueue } = this.#options;
    if (Date.now() < this.#tillAwayUntilMs) throw new AppError('overloaded', { retryAfterSeconds });
    let result = await this.#admit(hold.walletId, judge);
    // Ended calls may still be held at their worst case: flush their endings, then ask again.
    if (result.kind !== 'admitted' && settleQueue.hasPending(hold.walletId)) {
      await settleQueue.flush();
      result = await this.#admit(hold.walletId, judge);
    }
    if (result.kind === 'limit-reached' && result.trippedBreakers.length > 0) {
      const { nowMs, trippedBreakers: breakers } = result;
      this.#options.onTripped?.({ walletId: hold.walletId, breakers, nowMs });
    }
    if (result.kind !== 'admitted') return { kind: 'refused', refusal: result };
    const placed = { ...hold, amountNanos: result.amountNanos };
    this.#open.set(hold.holdId, placed);
    this.#options.reachCrashPoint?.('relay.admitted');
    return { kind: 'placed', hold: placed };
  }

  #explain(error: unknown): AppError {
    if (AppError.is(error)) return error;
    this.#tillAwayUntilMs = Date.now() + tillAwayMs;
    this.#options.logger.warn('admission failed', { error });
    return new AppError('overloaded', { retryAfterSeconds, cause: error });
  }

  async #admit(walletId: string, judge: Judge): Promise<Verdict> {
    const { epoch, loadTill } = this.#options;
    for (let round = 0; round < admitRoundsMax; round++) {
      await epoch.waitUntilRegistered();
      const epochId = epoch.id;
      await this.#noteWallet(walletId, epochId);
      const result = await judge();
      // The till was emptied in the meantime: ask again.
      if (epoch.id !== epochId) continue;
      if (result.kind !== 'not-loaded') return result;
      await epoch.waitUntilLoadable();
      await loadTill(walletId, result.counters);
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
