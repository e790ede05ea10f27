import { makeUlid } from '@tollgate/ids';
import type { Nanos } from '@tollgate/money';
import { type JournalEntry, makeEntry, walletAccount } from '../ledger/journal-entry';
import type { Book } from '../ledger/ports';
import type { MoneyStore, MoneyStores } from '../shared/money-ports';
import type { TakeCredit } from '../wallets/take-credit';
import { makeEmptyWallet, type Wallet } from '../wallets/wallet';
import { computeGrantLeft, type GrantRecord } from './grant';

/** Takes back what is left of grants whose time is over; how many ended. */
export type ExpireGrants = () => Promise<number>;

const expiredMax = 500;

export function expireGrantsUseCase(ports: {
  readonly store: MoneyStore;
  readonly takeCredit: TakeCredit;
  readonly getNowMs: () => number;
}): ExpireGrants {
  const { store } = ports;

  /** Ends the grant and books what was taken; what is left may have shrunk since it was held. */
  function end(grant: GrantRecord, takenNanos: Nanos): Promise<{ wallet: Wallet | undefined }> {
    return store.inTransaction(async (stores) => {
      const wallet = await findWallet(stores.book, grant.walletId);
      const leftNanos = await computeLeft(stores, grant, wallet);
      const expiredNanos = leftNanos < takenNanos ? leftNanos : takenNanos;
      const isFirst = await stores.grants.end(grant.id, {
        atMs: ports.getNowMs(),
        usageNanos: wallet.totalUsageNanos,
        expiredNanos,
      });
      if (!isFirst || expiredNanos === 0n) return { wallet: undefined };
      const entry = makeExpiryEntry(grant, expiredNanos, ports.getNowMs());
      const [changed] = await stores.book.addEntries([entry]);
      if (changed) await stores.alerts.setBaseline(changed, ports.getNowMs());
      return { wallet: changed };
    });
  }

  async function expire(grant: GrantRecord): Promise<void> {
    const { walletId } = grant;
    const amountNanos = await store.inTransaction(async (stores) =>
      computeLeft(stores, grant, await findWallet(stores.book, walletId)),
    );
    if (amountNanos === 0n) {
      await end(grant, 0n);
      return;
    }
    const taken = await ports.takeCredit(
      { walletId, amountNanos, floorNanos: 1n },
      async (nanos) => ({
        ...(await end(grant, nanos)),
        result: undefined,
      }),
    );
    // Nothing is there, or running calls hold it all: they spend it instead.
    if (taken.kind === 'not-covered') await end(grant, 0n);
  }

  return async () => {
    const overdue = await store.grants.listOverdue(ports.getNowMs(), expiredMax);
    for (const grant of overdue) await expire(grant);
    return overdue.length;
  };
}

async function computeLeft(
  stores: Pick<MoneyStores, 'grants'>,
  grant: GrantRecord,
  wallet: Wallet,
): Promise<Nanos> {
  const ending = await stores.grants.listEnding(grant.walletId, wallet.totalUsageNanos);
  return computeGrantLeft(ending, grant.id);
}

async function findWallet(book: Book, walletId: string): Promise<Wallet> {
  const [wallet = makeEmptyWallet(walletId)] = await book.findWallets([walletId]);
  return wallet;
}

function makeExpiryEntry(grant: GrantRecord, amountNanos: Nanos, nowMs: number): JournalEntry {
  return makeEntry(
    {
      id: `led_${makeUlid(nowMs)}`,
      occurredAtMs: nowMs,
      kind: 'adjust',
      walletId: grant.walletId,
      reference: grant.id,
      reason: 'grant expired',
    },
    { from: walletAccount(grant.walletId), to: 'grants', amountNanos },
  );
}
