import type { Part } from '@tollgate/lifecycle';
import type { Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import type { HoldRef, Till } from '@tollgate/till';

interface Settlement {
  readonly hold: HoldRef;
  /** Undefined: released, nothing is charged. */
  readonly costNanos: Nanos | undefined;
  readonly onDone: () => void;
}

export interface SettleQueueOptions {
  readonly till: Till;
  readonly logger: Logger;
}

/** Endings gather this long: one round trip to Redis then settles many calls. */
const gatherMs = 10;
const retryMs = 250;
const stopWaitMsMax = 5_000;

/**
 * Tells the till how holds ended, and goes on trying while Redis is away. Finalizing comes before
 * publishing: the book must never post a charge whose hold is still open in the till. The queue is
 * bounded by the spool, which takes no new calls when it is full.
 */
export class SettleQueue implements Part {
  readonly name = 'settle queue';
  readonly #options: SettleQueueOptions;
  readonly #pending = new Map<string, Settlement>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;

  constructor(options: SettleQueueOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#pending.size;
  }

  /** Final but perhaps not yet in the till: part of what an emptied till must be told. */
  listFinal(): { hold: HoldRef; costNanos: Nanos }[] {
    return [...this.#pending.values()].flatMap(({ hold, costNanos }) =>
      costNanos === undefined ? [] : [{ hold, costNanos }],
    );
  }

  finalize(hold: HoldRef, costNanos: Nanos, onDone: () => void): void {
    this.#add({ hold, costNanos, onDone });
  }

  release(hold: HoldRef): void {
    this.#add({ hold, costNanos: undefined, onDone: () => undefined });
  }

  /** Whether a wallet may look poorer in the till than it is. */
  hasPending(walletId: string): boolean {
    for (const { hold } of this.#pending.values()) if (hold.walletId === walletId) return true;
    return false;
  }

  /** Tells the till everything there is to tell now. */
  async flush(): Promise<void> {
    // One that is under way may have begun before the latest ending was added.
    await this.#flushing;
    this.#flushing ??= this.#flushOnce().finally(() => {
      this.#flushing = undefined;
    });
    await this.#flushing;
  }

  async stop(): Promise<void> {
    const deadline = Date.now() + stopWaitMsMax;
    while (this.#pending.size > 0 && Date.now() < deadline) {
      await this.flush();
      if (this.#pending.size > 0) await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
    clearTimeout(this.#timer);
  }

  #add(settlement: Settlement): void {
    this.#pending.set(settlement.hold.holdId, settlement);
    this.#flushLater(gatherMs);
  }

  async #flushOnce(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const outcomes = await Promise.all([...this.#pending.values()].map((one) => this.#settle(one)));
    if (outcomes.includes('failed')) this.#flushLater(retryMs);
  }

  async #settle(settlement: Settlement): Promise<'settled' | 'failed'> {
    const { hold, costNanos } = settlement;
    try {
      if (costNanos === undefined) await this.#options.till.release(hold.walletId, hold.holdId);
      else await this.#options.till.finalize(hold, costNanos);
    } catch (error) {
      this.#options.logger.warn('hold not settled yet', { holdId: hold.holdId, error });
      return 'failed';
    }
    this.#pending.delete(hold.holdId);
    settlement.onDone();
    return 'settled';
  }

  #flushLater(delayMs: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), delayMs);
  }
}
