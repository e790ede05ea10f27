import type { Logger } from '@tollgate/observability';
import type { Book } from '../ledger/ports';
import type { MoneyStore, MoneyStores } from '../shared/money-ports';
import type { PostBalance } from '../wallets/post-balance';
import type { Wallet } from '../wallets/wallet';
import type { PaymentProviderId } from './channel';
import { judgeNotice, makeTopupEntry, type PaymentNotice, type Topup } from './topup';

export type NoticeOutcome = 'credited' | 'ended' | 'waiting' | 'problem' | 'unchanged' | 'unknown';

export type SettleTopup = (
  provider: PaymentProviderId,
  notice: PaymentNotice,
) => Promise<NoticeOutcome>;

/** Ends the charge of an automatic top-up in the transaction that ends the top-up. */
export type EndCharge = (
  stores: MoneyStores & { readonly book: Book },
  topup: Topup,
  notice: PaymentNotice,
) => Promise<void>;

interface Settled {
  readonly outcome: NoticeOutcome;
  readonly wallet?: Wallet;
}
const unknown: Settled = { outcome: 'unknown' };

/** A payment in progress may take days. */
const processingMs = 14 * 24 * 60 * 60_000;

/**
 * Applies a provider's notice once: the top-up is locked, and its credit is booked in the
 * transaction that marks it paid. The till gets the balance afterwards.
 */
export function settleTopupUseCase(ports: {
  readonly store: MoneyStore;
  readonly postBalance: PostBalance;
  readonly endCharge: EndCharge;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): SettleTopup {
  return async (provider, notice) => {
    const { outcome, wallet } = await ports.store.inTransaction<Settled>(async (stores) => {
      const topup = await stores.topups.lock(notice.topupId);
      if (!topup || !isAbout(notice, topup, provider)) return unknown;
      return applyNotice(stores, topup, notice);
    });
    if (wallet) await ports.postBalance(wallet);
    const fields = { provider, topupId: notice.topupId, notice: notice.outcome, outcome };
    if (outcome === 'problem') ports.logger.error('payment does not fit its top-up', fields);
    else ports.logger.info('payment notice', fields);
    return outcome;
  };

  async function applyNotice(
    stores: MoneyStores & { readonly book: Book },
    topup: Topup,
    notice: PaymentNotice,
  ): Promise<Settled> {
    const verdict = judgeNotice(topup, notice);
    const known = { ...topup, externalId: notice.externalId };
    switch (verdict.kind) {
      case 'credit':
        await ports.endCharge(stores, known, notice);
        return {
          outcome: 'credited',
          wallet: await creditTopup(stores, known, ports.getNowMs()),
        };
      case 'end':
        await stores.topups.save({ ...known, status: verdict.status });
        await ports.endCharge(stores, known, notice);
        return { outcome: 'ended' };
      case 'wait':
        await stores.topups.save({ ...known, expiresAtMs: ports.getNowMs() + processingMs });
        return { outcome: 'waiting' };
      case 'problem':
        await stores.topups.save({ ...topup, problem: verdict.problem });
        return { outcome: 'problem' };
      case 'none':
        return { outcome: 'unchanged' };
    }
  }
}

function isAbout(notice: PaymentNotice, topup: Topup, provider: PaymentProviderId): boolean {
  const isSame = topup.externalId === null || topup.externalId === notice.externalId;
  return topup.provider === provider && isSame;
}

/** Marks a locked, pending top-up paid and books its credit. */
export async function creditTopup(
  stores: Pick<MoneyStores, 'alerts' | 'topups'> & { readonly book: Book },
  topup: Topup,
  nowMs: number,
): Promise<Wallet> {
  if (topup.status !== 'pending') throw new Error('only a pending top-up can be paid');
  await stores.topups.save({ ...topup, status: 'paid', paidAtMs: nowMs });
  const [wallet] = await stores.book.addEntries([makeTopupEntry(topup, nowMs)]);
  if (wallet === undefined) throw new Error('the entry of a top-up changed no wallet');
  await stores.alerts.setBaseline(wallet, nowMs);
  return wallet;
}
