import type { ReachCrashPoint } from '@tollgate/lifecycle';
import type { Wallet } from '../wallets/wallet';
import type { BookStore, TillPort } from './ports';
import type { Generation } from './usage';

export type AfterPosting = (
  generations: readonly Generation[],
  wallets: readonly Wallet[],
) => Promise<void>;

export type PostUsage = (
  generations: readonly Generation[],
) => Promise<{ readonly posted: number }>;

/**
 * Posts a batch of finished calls: first to the book, then to the till, then (by returning) to the
 * event log. A second delivery finds the calls in the book and only repeats the till update.
 */
export function postUsageUseCase(options: {
  readonly store: Pick<BookStore, 'postCharges'>;
  readonly till: Pick<TillPort, 'post'>;
  /** Called for every delivery of a posted batch, also repeated ones. */
  readonly afterPosting?: AfterPosting;
  readonly reachCrashPoint?: ReachCrashPoint;
}): PostUsage {
  return async (delivered) => {
    const generations = dropRepeats(delivered);
    const { wallets, posted } = await options.store.postCharges(generations);
    options.reachCrashPoint?.('billing.posted');
    const holdIds = groupHoldIds(generations);
    // One after the other would cost a round trip each.
    await Promise.all(
      wallets.map(({ walletId, balanceNanos, version }) =>
        options.till.post(
          walletId,
          { postedNanos: balanceNanos, version },
          holdIds.get(walletId) ?? [],
        ),
      ),
    );
    await options.afterPosting?.(generations, wallets);
    options.reachCrashPoint?.('billing.told');
    return { posted };
  };
}

/** Of two records of one call the first counts: the client got its figures. */
function dropRepeats(generations: readonly Generation[]): Generation[] {
  const byUlid = new Map<string, Generation>();
  for (const generation of generations) {
    if (!byUlid.has(generation.ulid)) byUlid.set(generation.ulid, generation);
  }
  return [...byUlid.values()];
}

function groupHoldIds(generations: readonly Generation[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { walletId, ulid, costNanos } of generations) {
    if (costNanos === 0n) continue;
    const group = groups.get(walletId);
    if (group === undefined) groups.set(walletId, [ulid]);
    else group.push(ulid);
  }
  return groups;
}
