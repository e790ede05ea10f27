import { AppError } from '@tollgate/errors';
import type { MoneyStore, Operator } from '../shared/money-ports';
import { findOrgId } from '../wallets/wallet';
import type { TopupSuspension } from './ports';

export interface LiftRequest {
  readonly walletId: string;
  readonly reason: string;
  readonly operator: Operator;
}

/** Throws `not_found` when the wallet is not suspended. */
export type LiftSuspension = (request: LiftRequest) => Promise<TopupSuspension>;

/** An operator has looked at a wallet whose payment was taken back: it may be topped up again. */
export function liftSuspensionUseCase(ports: { readonly store: MoneyStore }): LiftSuspension {
  return ({ operator, reason, walletId }) =>
    ports.store.inTransaction(async ({ book, suspensions }) => {
      const lifted = await suspensions.remove(walletId);
      if (lifted === undefined) {
        throw new AppError('not_found', { message: 'Top-ups of this wallet are not suspended' });
      }
      await book.recordAudit({
        ...operator,
        action: 'admin.topup.resume',
        target: { type: 'wallet', id: walletId },
        before: { topupId: lifted.topupId, reason: lifted.reason },
        after: { reason },
        orgId: findOrgId(walletId),
      });
      return lifted;
    });
}
