import type Stripe from 'stripe';
import type { PaymentFailure, PaymentNotice } from '../../top-ups/topup';
import { readAmount } from './read-amount';

/** Tells payments without the payer from those of a checkout, which its session reports. */
export const automaticOrigin = 'auto_topup';

/** Null for payments that are not automatic top-ups. */
export function readCharge(payment: Stripe.PaymentIntent): PaymentNotice | null {
  const { origin, topup_id: topupId } = payment.metadata ?? {};
  if (origin !== automaticOrigin || topupId === undefined) return null;
  const outcome = readOutcome(payment.status);
  const amount = outcome === 'paid' ? payment.amount_received : payment.amount;
  return {
    topupId,
    externalId: payment.id,
    outcome,
    amountMinor: readAmount(amount),
    currency: String(payment.currency).toUpperCase(),
    ...(outcome === 'failed' && { failure: readFailure(payment) }),
  };
}

function readOutcome(status: Stripe.PaymentIntent.Status): PaymentNotice['outcome'] {
  switch (status) {
    case 'succeeded':
      return 'paid';
    case 'processing':
      return 'processing';
    case 'canceled':
      return 'canceled';
    default:
      // It waits for the payer, who is not there.
      return 'failed';
  }
}

function readFailure({ last_payment_error: error, status }: Stripe.PaymentIntent): PaymentFailure {
  return nameFailure(status === 'requires_action' ? 'authentication_required' : error?.code);
}

export function nameFailure(code: string | undefined): PaymentFailure {
  return code === 'authentication_required' ? code : 'declined';
}
