import { AppError } from '@tollgate/errors';
import { nanosToUsdNumber } from '@tollgate/money';
import { centsToNanos } from '../shared/cents';
import type { MoneyStore, Operator } from '../shared/money-ports';
import type { TakeCredit } from '../wallets/take-credit';
import type { Wallet } from '../wallets/wallet';
import { describeChange } from './decide-topup';
import type { SendRefund } from './send-refund';
import { makeRefundEntry, type Topup } from './topup';

export interface RefundRequest {
  readonly topupId: string;
  /** Names the entry. */
  readonly ulid: string;
  readonly reason: string;
  readonly operator: Operator;
}

/** Longer than a call to the provider can take with its own retries. */
const firstTryMsMax = 60_000;

/** Throws `not_found`, and `conflict` when it is not paid or its credit is spent. */
export type RefundTopup = (request: RefundRequest) => Promise<Topup>;

/**
 * Gives a payment back whole. The credit is taken back first, in the transaction that marks the
 * top-up refunded: money never leaves for credit that can still be spent. Then the provider is
 * asked; when it cannot be reached now, a job goes on asking.
 */
export function refundTopupUseCase(ports: {
  readonly store: MoneyStore;
  readonly takeCredit: TakeCredit;
  readonly sendRefund: SendRefund;
  readonly getNowMs: () => number;
}): RefundTopup {
  const { store } = ports;
  return async (request) => {
    const found = await store.topups.find(request.topupId);
    assertRefundable(found);
    const amountNanos = centsToNanos(found.quote.amountCents);
    const { walletId } = found;
    const taken = await ports.takeCredit({ walletId, amountNanos, floorNanos: amountNanos }, () =>
      bookRefund(request),
    );
    if (taken.kind === 'not-covered') {
      throw new AppError('conflict', {
        message: 'The wallet no longer has the credit of this top-up',
        metadata: { available: nanosToUsdNumber(taken.availableNanos) },
      });
    }
    return ports.sendRefund(taken.result);
  };

  function bookRefund(
    request: RefundRequest,
  ): Promise<{ wallet: Wallet | undefined; result: Topup }> {
    return store.inTransaction(async ({ alerts, book, topups }) => {
      const topup = await topups.lock(request.topupId);
      assertRefundable(topup);
      const nowMs = ports.getNowMs();
      const refunded: Topup = {
        ...topup,
        status: 'refunded',
        refundedAtMs: nowMs,
        // This process asks first; the job takes over only if it dies meanwhile.
        refundNextAtMs: nowMs + firstTryMsMax,
      };
      await topups.save(refunded);
      const [wallet] = await book.addEntries([
        makeRefundEntry(topup, request.ulid, request.reason),
      ]);
      if (wallet) await alerts.setBaseline(wallet, nowMs);
      await book.recordAudit(describeChange('admin.topup.refund', topup, refunded, request));
      return { wallet, result: refunded };
    });
  }
}

function assertRefundable(topup: Topup | undefined): asserts topup is Topup {
  if (!topup) throw new AppError('not_found', { message: 'There is no such top-up' });
  if (topup.status !== 'paid') {
    throw new AppError('conflict', { message: `The top-up is ${topup.status}` });
  }
  if (topup.reversedMinor > 0n) {
    throw new AppError('conflict', {
      message: 'The provider has already taken this payment back, whole or in part',
    });
  }
}
