import type { Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import type { HoldRef, ShrinkRequest, Till } from '@tollgate/till';
import type { PlaceHoldRequest } from '../call/admit/holds';

export interface HoldLeaseOptions {
  /** Of the lease, as the till placed it. */
  readonly hold: HoldRef;
  readonly till: Pick<Till, 'shrink'>;
  /** No call needs the lease any more. */
  readonly onEnd: () => void;
  readonly logger: Logger;
}

/** What the end of a call takes from its lease, and what to do when the till has it. */
export interface LeaseCharge {
  readonly leaseNanos: Nanos;
  readonly onSettled: () => void;
}

const retryMs = 250;

/**
 * One open hold of the till that pays for many calls. While it is open, what ended calls did not
 * cost pays for further ones. Once it is closed it pays for no more, and gives back what its calls
 * do not need.
 */
export class HoldLease {
  readonly #options: HoldLeaseOptions;
  /** Held for no call. */
  #freeNanos: Nanos;
  /** Running, or ended and not settled yet. */
  #calls = 0;
  #isClosed = false;
  #isOver = false;
  /** Not needed any more, and not given back yet. */
  #backNanos: Nanos = 0n;
  /** Sent to the till, which has not confirmed it. */
  #unconfirmed: ShrinkRequest | undefined;
  #steps = 0;
  #givingBack: Promise<void> | undefined;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(options: HoldLeaseOptions) {
    this.#options = options;
    this.#freeNanos = options.hold.amountNanos;
  }

  get hold(): HoldRef {
    return this.#options.hold;
  }

  /** The hold of a call; undefined when the lease does not cover it. */
  draw({ amountNanos, holdId, limits }: PlaceHoldRequest): HoldRef | undefined {
    if (this.#isClosed || this.#freeNanos < amountNanos) return undefined;
    const { holdId: leaseId, instance, walletId } = this.#options.hold;
    this.#freeNanos -= amountNanos;
    this.#calls += 1;
    return { walletId, holdId, instance, amountNanos, counters: limits, leaseId };
  }

  /** A call that drew this amount ended without a charge. */
  release(amountNanos: Nanos): void {
    if (this.#isClosed) this.#backNanos += amountNanos;
    else this.#freeNanos += amountNanos;
    this.#endCall();
    void this.#giveBack();
  }

  /** A call that drew this amount ended with a charge. */
  charge(amountNanos: Nanos, costNanos: Nanos): LeaseCharge {
    // A closed lease still holds for the call what it drew: its end takes all of that.
    const isWhole = this.#isClosed || costNanos >= amountNanos;
    const leaseNanos = isWhole ? amountNanos : costNanos;
    this.#freeNanos += amountNanos - leaseNanos;
    return { leaseNanos, onSettled: () => this.#endCall() };
  }

  /** Resolves when the till has what no call needs, or did not answer. */
  async close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#backNanos = this.#freeNanos;
      this.#freeNanos = 0n;
      if (this.#calls === 0) this.#end();
    }
    await this.#giveBack();
  }

  /** The till has lost it: there is nothing to give back. */
  forget(): void {
    this.#isClosed = true;
    this.#isOver = true;
    clearTimeout(this.#retryTimer);
  }

  #endCall(): void {
    this.#calls -= 1;
    if (this.#isClosed && this.#calls === 0) this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.forget();
    this.#options.onEnd();
  }

  get #hasBack(): boolean {
    return !this.#isOver && (this.#unconfirmed !== undefined || this.#backNanos > 0n);
  }

  async #giveBack(): Promise<void> {
    if (this.#hasBack) this.#givingBack ??= this.#shrink();
    await this.#givingBack;
  }

  /** One command at a time, each repeated until the till has confirmed it. */
  async #shrink(): Promise<void> {
    const { hold, logger, till } = this.#options;
    const { holdId, walletId } = hold;
    try {
      while (this.#hasBack) {
        if (this.#unconfirmed === undefined) {
          this.#steps += 1;
          const amountNanos = this.#backNanos;
          this.#unconfirmed = { walletId, holdId, step: this.#steps, amountNanos };
          this.#backNanos = 0n;
        }
        await till.shrink(this.#unconfirmed);
        this.#unconfirmed = undefined;
      }
    } catch (error) {
      logger.warn('lease not given back yet', { walletId, error });
      clearTimeout(this.#retryTimer);
      this.#retryTimer = setTimeout(() => void this.#giveBack(), retryMs).unref();
    } finally {
      this.#givingBack = undefined;
    }
  }
}
