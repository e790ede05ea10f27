import { makeSettleEntry, type Generation } from '../domain/usage';
import type { Wallet, WalletChange } from '../domain/wallet';
import type { Book, BookStore, TillPort } from './ports';

export type PostUsage = (
  generations: readonly Generation[],
) => Promise<{ readonly posted: number }>;

/**
 * Posts a batch of finished calls: the book first, then the till is told, then (by returning) the
 * event log. A second delivery finds the calls in the book, posts nothing and repeats the telling.
 */
export function createPostUsage(options: {
  readonly store: BookStore;
  readonly till: Pick<TillPort, 'post'>;
}): PostUsage {
  return async (delivered) => {
    const generations = dropRepeats(delivered);
    const { wallets, posted } = await options.store.inTransaction((book) =>
      postBatch(book, generations),
    );
    const holdIds = groupHoldIds(generations);
    // One after the other would cost a round trip each; a batch rarely has many wallets.
    await Promise.all(
      wallets.map(({ walletId, balanceNanos, version }) =>
        options.till.post(
          walletId,
          { postedNanos: balanceNanos, version },
          holdIds.get(walletId) ?? [],
        ),
      ),
    );
    return { posted };
  };
}

async function postBatch(
  book: Book,
  generations: readonly Generation[],
): Promise<{ wallets: Wallet[]; posted: number }> {
  const newUlids = await book.addGenerations(generations);
  const fresh = generations.filter((generation) => newUlids.has(generation.ulid));
  const charged = fresh.filter((generation) => generation.costNanos > 0n);
  await book.addEntries(charged.map(makeSettleEntry));
  await book.addUsage(fresh);
  const changed = await book.changeWallets(sumByWallet(charged));
  const changedIds = new Set(changed.map(({ walletId }) => walletId));
  const others = [...new Set(generations.map(({ walletId }) => walletId))].filter(
    (id) => !changedIds.has(id),
  );
  const wallets = [...changed, ...(others.length === 0 ? [] : await book.findWallets(others))];
  return { wallets, posted: fresh.length };
}

/** Of two records of one call the first counts: it is the one that the client was told of. */
function dropRepeats(generations: readonly Generation[]): Generation[] {
  const byUlid = new Map<string, Generation>();
  for (const generation of generations) {
    if (!byUlid.has(generation.ulid)) byUlid.set(generation.ulid, generation);
  }
  return [...byUlid.values()];
}

function sumByWallet(generations: readonly Generation[]): WalletChange[] {
  const sums = new Map<string, bigint>();
  for (const { walletId, costNanos } of generations)
    sums.set(walletId, (sums.get(walletId) ?? 0n) + costNanos);
  return [...sums].map(([walletId, usageNanos]) => ({ walletId, creditNanos: 0n, usageNanos }));
}

function groupHoldIds(generations: readonly Generation[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { walletId, ulid, costNanos } of generations) {
    if (costNanos > 0n) groups.set(walletId, [...(groups.get(walletId) ?? []), ulid]);
  }
  return groups;
}
