import type { MoneyStore } from '../shared/money-ports';
import { findOrgId } from '../wallets/wallet';
import { systemAuthor } from './audit-entry';

/** Ends an automatic top-up that was not paid. One that was paid meanwhile stays paid. */
export function cancelCharge(
  store: Pick<MoneyStore, 'inTransaction'>,
  topupId: string,
): Promise<void> {
  return store.inTransaction(async ({ book, charges, topups }) => {
    const topup = await topups.lock(topupId);
    if (topup?.status !== 'pending') return;
    await topups.save({ ...topup, status: 'canceled' });
    await charges.end(topupId, '');
    await book.recordAudit({
      ...systemAuthor,
      action: 'auto_topup.cancel',
      target: { type: 'topup', id: topupId },
      orgId: findOrgId(topup.walletId),
    });
  });
}
