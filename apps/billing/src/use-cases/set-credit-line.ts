import type { AuditEntry } from '@tollgate/audit-trail';
import { AppError } from '@tollgate/errors';
import { nanosMax, nanosToUsdNumber, type Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import type { Wallet } from '../domain/wallet';
import type { BookStore, TillPort } from './ports';

export interface CreditLineRequest {
  readonly walletId: string;
  /** How far the balance may go below zero; 0 makes the wallet prepaid. */
  readonly nanos: Nanos;
  readonly operator: Pick<AuditEntry, 'actor' | 'ip' | 'requestId'>;
}

export type SetCreditLine = (request: CreditLineRequest) => Promise<Wallet>;

export function createSetCreditLine(options: {
  readonly store: BookStore;
  readonly till: Pick<TillPort, 'post'>;
  readonly logger: Logger;
}): SetCreditLine {
  const { logger, store, till } = options;
  return async ({ nanos, operator, walletId }) => {
    if (nanos < 0n || nanos > nanosMax) {
      throw new AppError('unsupported_param', { message: 'A credit line is 0 or more' });
    }
    const wallet = await store.inTransaction(async (book) => {
      const { beforeNanos, wallet: changed } = await book.setCreditLine(walletId, nanos);
      await book.recordAudit({
        ...operator,
        action: 'admin.credit_line.update',
        target: { type: 'wallet', id: walletId },
        before: { creditLineUsd: nanosToUsdNumber(beforeNanos) },
        after: { creditLineUsd: nanosToUsdNumber(nanos) },
      });
      return changed;
    });
    const { balanceNanos: postedNanos, version } = wallet;
    // It is in the book: should the till be away, the reconciling job tells it later.
    await till
      .post(walletId, { postedNanos, version, creditNanos: nanos }, [])
      .catch((error: unknown) => logger.warn('till not told of a credit line yet', { error }));
    return wallet;
  };
}
