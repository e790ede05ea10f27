import { getUlidTimeMs } from '@tollgate/ids';
import { type JournalEntry, makeEntry, type Move, walletAccount } from '../ledger/journal-entry';
import { centsToNanos } from '../shared/cents';
import type { PaymentProviderId } from './channel';
import type { Quote } from './quote';

export const topupStatuses = [
  'pending',
  'paid',
  'failed',
  'expired',
  'canceled',
  'refunded',
] as const;
export type TopupStatus = (typeof topupStatuses)[number];

/** A purchase of credit. */
export interface Topup {
  readonly id: string;
  readonly walletId: string;
  readonly userId: string;
  readonly channel: string;
  readonly provider: PaymentProviderId;
  readonly status: TopupStatus;
  readonly quote: Quote;
  /** What the provider calls it; null until it was asked. */
  readonly externalId: string | null;
  /** Bought by the rule of the wallet, without the payer. */
  readonly isAutomatic: boolean;
  /** The payer agreed that the payment method is kept for automatic top-ups. */
  readonly savesMethod: boolean;
  readonly checkoutUrl: string | null;
  readonly instructions: string | null;
  /** Where the payer's browser goes afterwards; arriving there credits nothing. */
  readonly returnUrl: string;
  /** What an operator should look at; empty when there is nothing. */
  readonly problem: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly paidAtMs: number | null;
  readonly refundedAtMs: number | null;
  /** The provider has agreed to give the money back. */
  readonly refundSentAtMs: number | null;
  readonly refundTries: number;
  readonly refundNextAtMs: number | null;
  /** How much of the total the provider took back by itself, in a dispute or its dashboard. */
  readonly reversedMinor: bigint;
}

/** A top-up that begins now: its owner and the page to return to come on top. */
export function makePendingTopup(
  ulid: string,
  { channel, provider, quote }: NewTopup,
): Omit<Topup, 'walletId' | 'userId' | 'returnUrl'> {
  const createdAtMs = getUlidTimeMs(ulid);
  return {
    id: `top_${ulid}`,
    channel: channel.id,
    provider: provider.id,
    status: 'pending',
    quote,
    externalId: null,
    isAutomatic: false,
    savesMethod: false,
    checkoutUrl: null,
    instructions: null,
    problem: '',
    createdAtMs,
    expiresAtMs: createdAtMs + provider.pendingMs,
    paidAtMs: null,
    refundedAtMs: null,
    refundSentAtMs: null,
    refundTries: 0,
    refundNextAtMs: null,
    reversedMinor: 0n,
  };
}

interface NewTopup {
  readonly channel: { readonly id: string };
  readonly provider: { readonly id: PaymentProviderId; readonly pendingMs: number };
  readonly quote: Quote;
}

/** A provider's notice about a payment. */
export interface PaymentNotice {
  readonly topupId: string;
  readonly externalId: string;
  /** `processing`: the payer is done, the payment is in progress. */
  readonly outcome: 'paid' | 'processing' | 'failed' | 'expired' | 'canceled';
  readonly amountMinor: bigint;
  readonly currency: string;
  /** Why an automatic payment failed. */
  readonly failure?: PaymentFailure;
}

/** What the payer has to do something about. */
export type PaymentFailure = 'declined' | 'authentication_required' | 'card_unusable';

/** What a notice makes of a top-up. */
export type NoticeVerdict =
  | { readonly kind: 'credit' }
  | { readonly kind: 'end'; readonly status: 'failed' | 'expired' | 'canceled' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'problem'; readonly problem: string }
  | { readonly kind: 'none' };

/**
 * Notices come late, twice and out of order: only a pending top-up changes, and only the very
 * amount of its quote in its currency credits it.
 */
export function judgeNotice(topup: Topup, notice: PaymentNotice): NoticeVerdict {
  const { currency, totalMinor } = topup.quote;
  const isPaid = notice.outcome === 'paid';
  if (topup.status === 'paid' || topup.status === 'refunded') return { kind: 'none' };
  if (topup.status !== 'pending') {
    return isPaid
      ? { kind: 'problem', problem: `paid after it was ${topup.status}` }
      : { kind: 'none' };
  }
  if (notice.outcome === 'processing') return { kind: 'wait' };
  if (!isPaid) return { kind: 'end', status: notice.outcome };
  if (notice.amountMinor !== totalMinor || notice.currency !== currency) {
    const paid = `${notice.amountMinor} ${notice.currency}`;
    return { kind: 'problem', problem: `paid ${paid} instead of ${totalMinor} ${currency}` };
  }
  return { kind: 'credit' };
}

/** What was paid comes from the channel: credit to the wallet, fee and tax to their accounts. */
export function makeTopupEntry(topup: Topup, paidAtMs: number): JournalEntry {
  const { id, walletId } = topup;
  const [credit, ...others] = listMoves(topup);
  return makeEntry(
    {
      // Named after the top-up: it can be credited once.
      id: `led_${id.slice(id.indexOf('_') + 1)}`,
      occurredAtMs: paidAtMs,
      kind: 'topup',
      walletId,
      reference: id,
      reason: '',
    },
    credit,
    ...others,
  );
}

/** The payer gets everything back, fee and tax included. */
export function makeRefundEntry(topup: Topup, ulid: string, reason: string): JournalEntry {
  const [credit, ...others] = listMoves(topup);
  return makeEntry(
    {
      id: `led_${ulid}`,
      occurredAtMs: getUlidTimeMs(ulid),
      kind: 'refund',
      walletId: topup.walletId,
      reference: topup.id,
      reason,
    },
    turn(credit),
    ...others.map(turn),
  );
}

function listMoves({ channel, quote, walletId }: Topup): [Move, ...Move[]] {
  const from = `cash:${channel}` as const;
  const credit: Move = {
    from,
    to: walletAccount(walletId),
    amountNanos: centsToNanos(quote.amountCents),
  };
  const others: Move[] = [
    { from, to: 'fees', amountNanos: centsToNanos(quote.feeCents) },
    { from, to: 'vat', amountNanos: centsToNanos(quote.vatCents) },
  ];
  return [credit, ...others.filter(({ amountNanos }) => amountNanos > 0n)];
}

function turn({ from, to, amountNanos }: Move): Move {
  return { from: to, to: from, amountNanos };
}
