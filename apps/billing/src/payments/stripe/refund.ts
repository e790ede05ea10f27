import Stripe from 'stripe';
import type { Topup } from '../../top-ups/topup';
import { toAppError } from './map-error';

export async function refund(stripe: Stripe, topup: Topup, amountMinor: bigint): Promise<void> {
  try {
    const session = await stripe.checkout.sessions.retrieve(topup.externalId ?? '');
    const payment = session.payment_intent;
    const paymentIntent = typeof payment === 'string' ? payment : (payment?.id ?? '');
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
