import type { AuditEntry } from '@tollgate/audit-trail';
import { makeUlid } from '@tollgate/ids';
import { nanosToUsdNumber, type Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import { makeEntry, walletAccount, type JournalEntry } from '../domain/journal-entry';
import type { Wallet } from '../domain/wallet';
import type { BookStore, TillPort } from './ports';

export interface GrantRequest {
  readonly walletId: string;
  /** Negative: a correction. */
  readonly amountNanos: Nanos;
  readonly reason: string;
  readonly operator: Pick<AuditEntry, 'actor' | 'ip' | 'requestId'>;
}

export type GrantCredits = (request: GrantRequest) => Promise<JournalEntry>;

/** Credit that an operator gives, or takes back with a negative amount. */
export function createGrantCredits(options: {
  readonly store: BookStore;
  readonly till: Pick<TillPort, 'post'>;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): GrantCredits {
  return async (request) => {
    const entry = makeGrantEntry(request, options.getNowMs());
    const wallet = await options.store.inTransaction(async (book) => {
      const [changed] = await book.addEntries([entry]);
      await book.recordAudit(makeAuditEntry(request, entry));
      return changed as Wallet;
    });
    // The grant is in the book: should the till be away, the reconciling job tells it later.
    const balance = { postedNanos: wallet.balanceNanos, version: wallet.version };
    await options.till.post(wallet.walletId, balance, []).catch((error: unknown) => {
      options.logger.warn('till not told of a grant yet', { walletId: wallet.walletId, error });
    });
    return entry;
  };
}

function makeGrantEntry(
  { walletId, amountNanos, reason }: GrantRequest,
  nowMs: number,
): JournalEntry {
  const ulid = makeUlid(nowMs);
  return makeEntry(
    {
      id: `led_${ulid}`,
      occurredAtMs: nowMs,
      kind: amountNanos < 0n ? 'adjust' : 'grant',
      walletId,
      reference: `grant-${ulid}`,
      reason,
    },
    amountNanos < 0n
      ? { from: walletAccount(walletId), to: 'grants', amountNanos: -amountNanos }
      : { from: 'grants', to: walletAccount(walletId), amountNanos },
  );
}

function makeAuditEntry(request: GrantRequest, entry: JournalEntry): AuditEntry {
  return {
    ...request.operator,
    action: 'admin.credits.grant',
    target: { type: 'wallet', id: request.walletId },
    after: {
      entry: entry.id,
      amountUsd: nanosToUsdNumber(request.amountNanos),
      reason: request.reason,
    },
  };
}
