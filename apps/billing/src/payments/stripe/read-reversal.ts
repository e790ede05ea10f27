import type Stripe from 'stripe';
import type { PaymentEvent } from '../../top-ups/payment-ports';
import { toAppError } from './map-error';
import { readAmount } from './read-amount';

/** Null: the event takes nothing back, or the payment is not one of ours. */
export async function readReversal(
  stripe: Stripe,
  event: Stripe.Event,
): Promise<PaymentEvent | null> {
  switch (event.type) {
    case 'charge.refunded': {
      const charge = event.data.object;
      // The charge has the metadata of its payment. The amount is of all its refunds so far.
      const topupId = charge.metadata?.['topup_id'] ?? (await findTopupId(stripe, charge));
      if (topupId === undefined) return null;
      const { amount_refunded: amount, currency, id } = charge;
      return makeReversal('refund', topupId, { id: `${id}:${amount}`, amount, currency });
    }
    case 'charge.dispute.created':
      return readDispute(stripe, event.data.object, 'dispute');
    case 'charge.dispute.closed':
      return event.data.object.status === 'won'
        ? readDispute(stripe, event.data.object, 'dispute_won')
        : null;
    default:
      return null;
  }
}

async function readDispute(
  stripe: Stripe,
  dispute: Stripe.Dispute,
  kind: 'dispute' | 'dispute_won',
): Promise<PaymentEvent | null> {
  const topupId = await findTopupId(stripe, dispute);
  return topupId === undefined ? null : makeReversal(kind, topupId, dispute);
}

/** A dispute does not carry our metadata, but the payment that it is about does. */
async function findTopupId(
  stripe: Stripe,
  { payment_intent: payment }: Pick<Stripe.Charge, 'payment_intent'>,
): Promise<string | undefined> {
  const paymentId = typeof payment === 'string' ? payment : payment?.id;
  if (paymentId === undefined) return undefined;
  try {
    const { metadata } = await stripe.paymentIntents.retrieve(paymentId);
    return metadata['topup_id'];
  } catch (error) {
    throw toAppError(error);
  }
}

function makeReversal(
  kind: 'refund' | 'dispute' | 'dispute_won',
  topupId: string,
  taken: { readonly id: string; readonly amount: number; readonly currency: string },
): PaymentEvent {
  return {
    kind: 'reversal',
    notice: {
      topupId,
      kind,
      externalId: taken.id,
      amountMinor: readAmount(taken.amount),
      currency: taken.currency.toUpperCase(),
    },
  };
}
