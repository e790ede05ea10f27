import { AppError } from '@tollgate/errors';
import type { StoreMethod } from '../auto-top-ups/store-method';
import type { MoneyStore } from '../shared/money-ports';
import type { SettleTopup } from './settle-topup';
import type { PaymentNotice, Topup } from './topup';

/** Throws `not_found`, and `conflict` when the top-up is not pending. */
export type SimulatePayment = (walletId: string, topupId: string) => Promise<Topup>;

/** For development: pays a pending top-up of the caller as its provider would. */
export function simulatePaymentUseCase(ports: {
  readonly store: MoneyStore;
  readonly settleTopup: SettleTopup;
  readonly storeMethod: StoreMethod;
}): SimulatePayment {
  const { topups } = ports.store;
  return async (walletId, topupId) => {
    const topup = await topups.find(topupId);
    if (topup?.walletId !== walletId) throw new AppError('not_found');
    const { currency, totalMinor } = topup.quote;
    const notice: PaymentNotice = {
      topupId,
      externalId: topup.externalId ?? topupId,
      outcome: 'paid',
      amountMinor: totalMinor,
      currency,
    };
    const outcome = await ports.settleTopup(topup.provider, notice);
    if (outcome !== 'credited') {
      throw new AppError('conflict', { message: `The top-up is ${topup.status}` });
    }
    if (topup.provider === 'dev') await ports.storeMethod('dev', notice, topupId);
    return (await topups.find(topupId)) ?? topup;
  };
}
