import Stripe from 'stripe';
import type { Topup } from '../../top-ups/topup';
import { toAppError } from './map-error';

export async function refund(stripe: Stripe, topup: Topup, amountMinor: bigint): Promise<void> {
  try {
    const paymentIntent = await findPayment(stripe, topup);
    await stripe.refunds.create(
      {
        payment_intent: paymentIntent,
        amount: Number(amountMinor),
        metadata: { topup_id: topup.id },
      },
      { idempotencyKey: `refund-${topup.id}` },
    );
  } catch (error) {
    // Done before, by an earlier try whose reply was lost or by hand.
    if (error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded') {
      return;
    }
    throw toAppError(error);
  }
}

/** An automatic top-up is named after its payment, any other after its checkout. */
async function findPayment(stripe: Stripe, topup: Topup): Promise<string> {
  const externalId = topup.externalId ?? '';
  if (topup.isAutomatic) return externalId;
  const { payment_intent: payment } = await stripe.checkout.sessions.retrieve(externalId);
  return typeof payment === 'string' ? payment : (payment?.id ?? '');
}
