import { makeUlid } from '@tollgate/ids';
import type { Logger } from '@tollgate/observability';
import type { MoneyStore } from '../shared/money-ports';
import type { PaymentProviderId } from '../top-ups/channel';
import type { PaymentProviders } from '../top-ups/payment-ports';
import type { PaymentNotice, Topup } from '../top-ups/topup';
import { describeMethodChange } from './audit-entry';
import type { SavedMethod } from './payment-method';

/** Rejects when the provider cannot be asked: it then repeats its notice. */
export type StoreMethod = (
  provider: PaymentProviderId,
  notice: PaymentNotice,
  paymentId: string,
) => Promise<void>;

/** Keeps what a top-up was paid with, if its payer agreed to that. It replaces the one before. */
export function storeMethodUseCase(ports: {
  readonly store: MoneyStore;
  readonly providers: PaymentProviders;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): StoreMethod {
  const { logger, providers, store } = ports;

  return async (provider, notice, paymentId) => {
    const topup = await store.topups.find(notice.topupId);
    const isSame = topup?.provider === provider && topup.externalId === notice.externalId;
    if (!isSame || !topup.savesMethod || topup.status !== 'paid') return;
    if (await store.methods.isKnown(topup.id)) return;
    const saved = await providers.get(provider)?.savedMethods?.find(paymentId);
    if (saved === undefined) {
      logger.warn('payment method not saved', { topupId: topup.id, provider });
      return;
    }
    await keep(topup, saved);
    logger.info('payment method saved', { topupId: topup.id, provider });
  };

  function keep(topup: Topup, saved: SavedMethod): Promise<void> {
    return store.inTransaction(async ({ book, methods, topups }) => {
      await topups.lock(topup.id);
      if (await methods.isKnown(topup.id)) return;
      const nowMs = ports.getNowMs();
      const { id: topupId, provider, userId, walletId } = topup;
      const owner = { walletId, provider, userId, topupId, createdAtMs: nowMs };
      const method = { ...saved, ...owner, id: makeUlid(nowMs) };
      const before = await methods.removeOfWallet(walletId, nowMs);
      await methods.insert(method);
      const payer = {
        actor: { type: 'user', id: userId, email: '' },
        ip: '',
        requestId: '',
      } as const;
      await book.recordAudit(describeMethodChange(payer, before, method));
    });
  }
}
