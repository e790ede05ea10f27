import type { PaymentProviderId } from './channel';
import type { Topup, TopupStatus } from './topup';

export interface TopupRow {
  readonly id: string;
  readonly wallet_id: string;
  readonly user_id: string;
  readonly channel: string;
  readonly provider: PaymentProviderId;
  readonly status: TopupStatus;
  readonly amount_cents: bigint;
  readonly fee_cents: bigint;
  readonly vat_cents: bigint;
  readonly currency: string;
  readonly fx_rate: string;
  readonly total_minor: bigint;
  readonly external_id: string | null;
  readonly checkout_url: string | null;
  readonly instructions: string | null;
  readonly return_url: string;
  readonly problem: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly paid_at: Date | null;
  readonly refunded_at: Date | null;
  readonly refund_sent_at: Date | null;
  readonly refund_tries: number;
  readonly refund_next_at: Date | null;
  readonly reversed_minor: bigint;
}

export function readTopup(row: TopupRow): Topup {
  const { amount_cents, fee_cents, vat_cents } = row;
  return {
    id: row.id,
    walletId: row.wallet_id,
    userId: row.user_id,
    channel: row.channel,
    provider: row.provider,
    status: row.status,
    quote: {
      amountCents: amount_cents,
      feeCents: fee_cents,
      vatCents: vat_cents,
      totalCents: amount_cents + fee_cents + vat_cents,
      currency: row.currency,
      fxRate: row.fx_rate,
      totalMinor: row.total_minor,
    },
    externalId: row.external_id,
    checkoutUrl: row.checkout_url,
    instructions: row.instructions,
    returnUrl: row.return_url,
    problem: row.problem,
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
    paidAtMs: toMs(row.paid_at),
    refundedAtMs: toMs(row.refunded_at),
    refundSentAtMs: toMs(row.refund_sent_at),
    refundTries: row.refund_tries,
    refundNextAtMs: toMs(row.refund_next_at),
    reversedMinor: row.reversed_minor,
  };
}

export function toMs(date: Date | null): number | null {
  return date === null ? null : date.getTime();
}

export function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
