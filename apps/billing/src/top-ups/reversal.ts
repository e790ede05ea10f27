import { getUlidTimeMs } from '@tollgate/ids';
import { makeEntry, walletAccount, type JournalEntry, type Move } from '../ledger/journal-entry';
import { centsToNanos } from '../shared/cents';
import type { Topup } from './topup';

/** Money that a provider took back, or returned again, without our request. */
export interface PaymentReversal {
  readonly topupId: string;
  readonly kind: 'refund' | 'dispute' | 'dispute_won';
  /** What the provider calls it. */
  readonly externalId: string;
  /** Of a refund: everything that was refunded of the payment so far. Of a dispute: its amount. */
  readonly amountMinor: bigint;
  readonly currency: string;
}

/** A reversal that was booked. */
export interface StoredReversal {
  readonly topupId: string;
  readonly externalId: string;
  readonly kind: 'refund' | 'dispute';
  readonly amountMinor: bigint;
  readonly isRestored: boolean;
}

export type ReversalVerdict =
  | { readonly kind: 'take'; readonly amountMinor: bigint }
  | { readonly kind: 'restore'; readonly amountMinor: bigint }
  | { readonly kind: 'problem'; readonly problem: string }
  | { readonly kind: 'none' };

/** Notices come late, twice and out of order. No more is taken back than was paid. */
export function judgeReversal(
  topup: Topup,
  known: readonly StoredReversal[],
  notice: PaymentReversal,
): ReversalVerdict {
  const same = known.find(({ externalId }) => externalId === notice.externalId);
  if (notice.kind === 'dispute_won') {
    if (same === undefined || same.isRestored) return { kind: 'none' };
    return { kind: 'restore', amountMinor: same.amountMinor };
  }
  const dueMinor = notice.amountMinor - (notice.kind === 'refund' ? sumRefunds(known) : 0n);
  // A refund that an operator asked for is booked already.
  const isOwnRefund = topup.status === 'refunded' && notice.kind === 'refund';
  if (same !== undefined || dueMinor <= 0n || isOwnRefund) return { kind: 'none' };
  const fault = findFault(topup, notice);
  if (fault !== undefined) {
    const what = `${notice.kind} of ${notice.amountMinor} ${notice.currency}`;
    return { kind: 'problem', problem: `${what} ${fault}` };
  }
  const leftMinor = topup.quote.totalMinor - topup.reversedMinor;
  return { kind: 'take', amountMinor: dueMinor < leftMinor ? dueMinor : leftMinor };
}

function findFault({ quote, reversedMinor, status }: Topup, notice: PaymentReversal) {
  if (status !== 'paid') return `while ${status}`;
  if (notice.currency !== quote.currency) return `of a payment in ${quote.currency}`;
  return reversedMinor === quote.totalMinor ? 'after everything was taken back' : undefined;
}

function sumRefunds(known: readonly StoredReversal[]): bigint {
  return known
    .filter(({ kind }) => kind === 'refund')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

/** The entry that brings a top-up from `topup.reversedMinor` to `reversedMinor`. */
export function makeReversalEntry(
  topup: Topup,
  reversedMinor: bigint,
  { reason, ulid }: { readonly ulid: string; readonly reason: string },
): JournalEntry {
  const [credit, ...others] = listMoves(topup, reversedMinor);
  if (credit === undefined) throw new RangeError('a reversal moves something');
  return makeEntry(
    {
      id: `led_${ulid}`,
      occurredAtMs: getUlidTimeMs(ulid),
      kind: 'reversal',
      walletId: topup.walletId,
      reference: topup.id,
      reason,
    },
    credit,
    ...others,
  );
}

/**
 * Credit, fee and tax go back in proportion. Each part is rounded down over everything that was
 * taken back so far, so that parts of a payment add up to exactly the whole.
 */
function listMoves({ channel, quote, reversedMinor: before, walletId }: Topup, after: bigint) {
  const cash = `cash:${channel}` as const;
  const parts = [
    { account: walletAccount(walletId), cents: quote.amountCents },
    { account: 'fees', cents: quote.feeCents },
    { account: 'vat', cents: quote.vatCents },
  ] as const;
  return parts.flatMap(({ account, cents }): Move[] => {
    const share = (minor: bigint): bigint => (centsToNanos(cents) * minor) / quote.totalMinor;
    const amountNanos = share(after) - share(before);
    if (amountNanos > 0n) return [{ from: account, to: cash, amountNanos }];
    return amountNanos < 0n ? [{ from: cash, to: account, amountNanos: -amountNanos }] : [];
  });
}
