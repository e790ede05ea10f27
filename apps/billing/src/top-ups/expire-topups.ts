import type { MoneyStore } from '../shared/money-ports';

/** Ends pending top-ups whose time is over; how many there were, at most `expiredMax`. */
export type ExpireTopups = () => Promise<number>;

const expiredMax = 500;

export function expireTopupsUseCase(ports: {
  readonly store: MoneyStore;
  readonly getNowMs: () => number;
}): ExpireTopups {
  return async () => {
    const ids = await ports.store.topups.listOverdueIds(ports.getNowMs(), expiredMax);
    for (const id of ids) {
      await ports.store.inTransaction(async ({ topups }) => {
        const topup = await topups.lock(id);
        // It may have been paid, or given more time, since it was listed.
        if (topup?.status !== 'pending' || topup.expiresAtMs > ports.getNowMs()) return;
        await topups.save({ ...topup, status: 'expired' });
      });
    }
    return ids.length;
  };
}
