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
  /** Told once a round what calls cost that became final by it. */
  readonly onSpend: (nanos: Nanos) => void;
  readonly logger: Logger;
}

/** Endings gather this long: one round trip to Redis then settles many calls. */
const gatherMs = 100;
const settledPerStepMax = 100;
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
  readonly #pendingByWallet = new Map<string, number>();
  /** The till was away at the last try: it is asked again less often. */
  #isFailing = false;
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
    return this.#pendingByWallet.has(walletId);
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

  /** Undefined when the till knows of all of them; otherwise what was in the way. */
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

/** One step of the till is for one wallet; its length is bounded, because Redis waits for it. */
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
