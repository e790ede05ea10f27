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

  async stop(): Promise<void> {
    const deadline = Date.now() + stopWaitMsMax;
    while (this.#pending.size > 0 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, retryMs / 10));
    }
    clearTimeout(this.#timer);
  }

  #add(settlement: Settlement): void {
    this.#pending.set(settlement.hold.holdId, settlement);
    void this.#settle(settlement);
  }

  async #settle(settlement: Settlement): Promise<void> {
    const { hold, costNanos } = settlement;
    try {
      if (costNanos === undefined) await this.#options.till.release(hold.walletId, hold.holdId);
      else await this.#options.till.finalize(hold, costNanos);
    } catch (error) {
      this.#options.logger.warn('hold not settled yet', { holdId: hold.holdId, error });
      this.#retryLater();
      return;
    }
    this.#pending.delete(hold.holdId);
    settlement.onDone();
  }

  #retryLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const settlement of [...this.#pending.values()]) void this.#settle(settlement);
    }, retryMs);
  }
}
