import type { SpendCounter } from '@tollgate/till';
import type { Generation } from '../../../apps/billing/src/ledger/usage';
import { makeEmptyWallet, type Wallet } from '../../../apps/billing/src/wallets/wallet';
import type { Book, BookStore } from '../../../apps/billing/src/ledger/ports';

export interface PostedCall {
  readonly walletId: string;
  readonly keyId: string;
  readonly costNanos: bigint;
  readonly goodwillNanos: bigint;
}

/** The book as its transactions leave it: a call is posted once, and its wallet pays. */
export class SimulatedBook {
  readonly wallets = new Map<string, Wallet>();
  readonly posted = new Map<string, PostedCall>();
  lowestNanos = 0n;

  credit(walletId: string, nanos: bigint): void {
    const before = this.wallets.get(walletId) ?? makeEmptyWallet(walletId);
    this.wallets.set(walletId, {
      ...before,
      balanceNanos: before.balanceNanos + nanos,
      totalCreditsNanos: before.totalCreditsNanos + nanos,
      version: before.version + 1n,
    });
  }

  postCharges(generations: readonly Generation[]): { wallets: Wallet[]; posted: number } {
    let posted = 0;
    for (const { costNanos, goodwillNanos, keyId, ulid, walletId } of generations) {
      if (this.posted.has(ulid)) continue;
      this.posted.set(ulid, { walletId, keyId, costNanos, goodwillNanos });
      posted += 1;
      if (costNanos > 0n) this.#charge(walletId, costNanos);
    }
    const ids = new Set(
      generations.filter(({ costNanos }) => costNanos > 0n).map(({ walletId }) => walletId),
    );
    return { wallets: [...ids].map((id) => this.#find(id)), posted };
  }

  /** What unbilled endings of a wallet took of its allowance. */
  sumGoodwill(walletId: string): bigint {
    return [...this.posted.values()]
      .filter((call) => call.walletId === walletId)
      .reduce((total, { goodwillNanos }) => total + goodwillNanos, 0n);
  }

  /** The view of one transaction that reads: what comes later is not in it. */
  openSnapshot(): Pick<Book, 'findPosted' | 'findWallets' | 'listHeldHolds' | 'sumSpend'> {
    const wallets = new Map(this.wallets);
    const calls = new Map(this.posted);
    return {
      findWallets: async (ids) =>
        ids.flatMap((id) => {
          const wallet = wallets.get(id);
          return wallet ? [wallet] : [];
        }),
      findPosted: async (ulids) => new Set(ulids.filter((ulid) => calls.has(ulid))),
      sumSpend: async (_walletId, counter: SpendCounter) =>
        [...calls.values()]
          .filter(({ keyId }) => keyId === counter.scopeId)
          .reduce((total, { costNanos }) => total + costNanos, 0n),
      listHeldHolds: async () => [],
    };
  }

  /** What the services of billing use; the network decides whether they get an answer. */
  asStore(carry: <T>(deed: () => T | Promise<T>) => Promise<T>): BookStore {
    return {
      postCharges: (generations) => carry(() => this.postCharges(generations)),
      inTransaction: (run) => carry(() => run(this.openSnapshot() as Book)),
    };
  }

  #find(walletId: string): Wallet {
    return this.wallets.get(walletId) ?? makeEmptyWallet(walletId);
  }

  #charge(walletId: string, nanos: bigint): void {
    const before = this.#find(walletId);
    const balanceNanos = before.balanceNanos - nanos;
    if (balanceNanos < this.lowestNanos) this.lowestNanos = balanceNanos;
    this.wallets.set(walletId, {
      ...before,
      balanceNanos,
      totalUsageNanos: before.totalUsageNanos + nanos,
      version: before.version + 1n,
    });
  }
}
