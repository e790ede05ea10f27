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
  /** Called once per round with the cost of the calls that became final. */
  readonly onSpend: (nanos: Nanos) => void;
  readonly logger: Logger;
}

/** Endings are gathered for this long: one round trip to Redis settles many calls. */
const gatherMs = 100;
const settledPerStepMax = 100;
const retryMs = 250;
const stopWaitMsMax = 5_000;

/**
 * Settles holds in the till, and retries while Redis is down. Finalizing comes before publishing:
 * the book must never post a charge whose hold is still open in the till. The queue is bounded by
 * the spool, which accepts no new calls when it is full.
 */
export class SettleQueue implements Part {
  readonly name = 'settle queue';
  readonly #options: SettleQueueOptions;
  readonly #pending = new Map<string, Settlement>();
  readonly #pendingByWallet = new Map<string, number>();
  #settledCount = 0;
  /** The last round failed: the next one waits longer. */
  #isFailing = false;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;

  constructor(options: SettleQueueOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#pending.size;
  }

  /** Endings that the till has taken since the start. */
  get settledCount(): number {
    return this.#settledCount;
  }

  /** Final holds that may not be in the till yet: an emptied till needs them. */
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

  /** Whether the till may show a lower balance than the wallet has. */
  hasPending(walletId: string): boolean {
    return this.#pendingByWallet.has(walletId);
  }

  /** Settles everything that is pending now. */
  async flush(): Promise<void> {
    // A running flush may have started before the latest ending was added.
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
    const { holdId, walletId } = settlement.hold;
    if (!this.#pending.has(holdId)) this.#countWallet(walletId, 1);
    this.#pending.set(holdId, settlement);
    this.#flushLater();
  }

  async #flushOnce(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const groups = groupByWallet([...this.#pending.values()]);
    let spentNanos = 0n;
    const note = (nanos: Nanos): void => {
      spentNanos += nanos;
    };
    const faults = await Promise.all(groups.map((group) => this.#settle(group, note)));
    if (spentNanos > 0n) this.#options.onSpend(spentNanos);
    const [error] = faults.filter((fault) => fault !== undefined);
    this.#isFailing = error !== undefined;
    if (error === undefined) return;
    this.#options.logger.warn('holds not settled yet', { holds: this.#pending.size, error });
    this.#flushLater();
  }

  /** Undefined when the till has all of them; otherwise the error. */
  async #settle(group: WalletGroup, note: (nanos: Nanos) => void): Promise<unknown> {
    const { till } = this.#options;
    const endings = group.map(({ hold, costNanos }) => ({ ...hold, costNanos }));
    const { walletId, instance } = group[0].hold;
    let firsts: readonly boolean[];
    try {
      firsts = await till.settle(walletId, instance, endings);
    } catch (error) {
      return error ?? new Error('unknown fault');
    }
    this.#settledCount += group.length;
    group.forEach((settlement, index) => {
      if (firsts[index] === true) note(settlement.costNanos ?? 0n);
      if (this.#pending.delete(settlement.hold.holdId)) this.#countWallet(walletId, -1);
      settlement.onDone();
    });
    return undefined;
  }

  #countWallet(walletId: string, step: number): void {
    const count = (this.#pendingByWallet.get(walletId) ?? 0) + step;
    if (count > 0) this.#pendingByWallet.set(walletId, count);
    else this.#pendingByWallet.delete(walletId);
  }

  #flushLater(): void {
    const delayMs = this.#isFailing ? retryMs : gatherMs;
    this.#timer ??= setTimeout(() => void this.flush(), delayMs);
  }
}

type WalletGroup = readonly [Settlement, ...Settlement[]];

/** One step of the till covers one wallet; its size is bounded, because it blocks Redis. */
function groupByWallet(settlements: readonly Settlement[]): WalletGroup[] {
  const groups = new Map<string, [Settlement, ...Settlement[]]>();
  const full: WalletGroup[] = [];
  for (const settlement of settlements) {
    const { walletId } = settlement.hold;
    const group = groups.get(walletId);
    if (group === undefined) groups.set(walletId, [settlement]);
    else if (group.push(settlement) >= settledPerStepMax) {
      full.push(group);
      groups.delete(walletId);
    }
  }
  return [...full, ...groups.values()];
}
