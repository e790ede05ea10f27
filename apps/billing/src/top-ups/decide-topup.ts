import type { AuditEntry } from '@tollgate/event-log';
import { AppError } from '@tollgate/errors';
import { nanosToUsdNumber } from '@tollgate/money';
import { centsToNanos } from '../shared/cents';
import type { MoneyStore, Operator } from '../shared/money-ports';
import type { PostBalance } from '../wallets/post-balance';
import { findOrgId, type Wallet } from '../wallets/wallet';
import { creditTopup } from './settle-topup';
import type { Topup } from './topup';

export interface TopupDecision {
  readonly topupId: string;
  readonly decision: 'confirm' | 'reject';
  readonly reason: string;
  readonly operator: Operator;
}

/** Throws `not_found`, and `conflict` when there is nothing to decide. */
export type DecideTopup = (decision: TopupDecision) => Promise<Topup>;

/** An operator confirms or rejects a manual payment. */
export function decideTopupUseCase(ports: {
  readonly store: MoneyStore;
  readonly postBalance: PostBalance;
  readonly getNowMs: () => number;
}): DecideTopup {
  return async (request) => {
    const { topup, wallet } = await ports.store.inTransaction(async (stores) => {
      const found = await stores.topups.lock(request.topupId);
      assertDecidable(found);
      let changedWallet: Wallet | undefined;
      if (request.decision === 'confirm') {
        changedWallet = await creditTopup(stores, found, ports.getNowMs());
      } else await stores.topups.save({ ...found, status: 'failed' });
      const changed = (await stores.topups.find(found.id)) ?? found;
      await stores.book.recordAudit(
        describeChange(`admin.topup.${request.decision}`, found, changed, request),
      );
      return { topup: changed, wallet: changedWallet };
    });
    if (wallet) await ports.postBalance(wallet);
    return topup;
  };
}

function assertDecidable(topup: Topup | undefined): asserts topup is Topup {
  if (!topup) throw new AppError('not_found', { message: 'There is no such top-up' });
  if (topup.provider !== 'manual') {
    throw new AppError('conflict', {
      message: `Payments of ${topup.provider} are confirmed by ${topup.provider} alone`,
    });
  }
  if (topup.status !== 'pending') {
    throw new AppError('conflict', { message: `The top-up is ${topup.status}` });
  }
}

/** A change of a top-up by an operator, for the audit log. */
export function describeChange(
  action: string,
  before: Topup,
  after: Topup,
  { operator, reason }: { readonly operator: Operator; readonly reason: string },
): AuditEntry {
  return {
    ...operator,
    action,
    target: { type: 'topup', id: before.id },
    before: { status: before.status },
    after: {
      status: after.status,
      walletId: after.walletId,
      amountUsd: nanosToUsdNumber(centsToNanos(after.quote.amountCents)),
      reason,
    },
    orgId: findOrgId(after.walletId),
  };
}
