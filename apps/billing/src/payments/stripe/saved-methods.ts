import Stripe from 'stripe';
import type { SavedMethod } from '../../auto-top-ups/payment-method';
import type { SavedMethods } from '../../top-ups/payment-ports';
import type { PaymentFailure, PaymentNotice, Topup } from '../../top-ups/topup';
import { toAppError } from './map-error';
import { automaticOrigin, nameFailure, readCharge } from './read-charge';

/** One customer has one card and a pause between charges: the page holds those of many hours. */
const paymentsMax = 100;

/** Cards that Stripe keeps, and payments with them while the payer is away. */
export function createSavedMethods(stripe: Stripe): SavedMethods {
  return {
    find: (paymentId) => mapErrors(() => findMethod(stripe, paymentId)),
    charge: (topup, method) => charge(stripe, topup, method),
    findCharge: (topup, method) => mapErrors(() => findCharge(stripe, topup, method)),
    detach: (method) => mapErrors(() => detach(stripe, method)),
  };
}

async function mapErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toAppError(error);
  }
}

async function findMethod(stripe: Stripe, paymentId: string): Promise<SavedMethod | undefined> {
  const payment = await stripe.paymentIntents.retrieve(paymentId, { expand: ['payment_method'] });
  const { customer, payment_method: method } = payment;
  const customerId = typeof customer === 'string' ? customer : customer?.id;
  const card = typeof method === 'object' ? method?.card : undefined;
  const isAgreed = payment.setup_future_usage === 'off_session';
  if (card === undefined || method === null || customerId === undefined || !isAgreed) {
    return undefined;
  }
  const { brand, exp_month: expiresMonth, exp_year: expiresYear, last4 } = card;
  return {
    customerId,
    externalId: typeof method === 'string' ? method : method.id,
    brand,
    last4,
    expiresMonth,
    expiresYear,
  };
}

async function charge(stripe: Stripe, topup: Topup, method: SavedMethod): Promise<PaymentNotice> {
  const { currency, totalMinor } = topup.quote;
  try {
    const payment = await stripe.paymentIntents.create(
      {
        amount: Number(totalMinor),
        currency: currency.toLowerCase(),
        customer: method.customerId,
        payment_method: method.externalId,
        allowed_payment_method_types: ['card'],
        off_session: true,
        confirm: true,
        description: `Automatic top-up ${topup.id}`,
        metadata: { topup_id: topup.id, origin: automaticOrigin },
      },
      // The same top-up again, after a reply that was lost, is the same payment.
      { idempotencyKey: `charge-${topup.id}` },
    );
    return readCharge(payment) ?? fail(topup, undefined, 'card_unusable');
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) {
      return fail(topup, error.payment_intent?.id, nameFailure(error.code));
    }
    // The card or its customer is gone at Stripe: the same request can never succeed.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      return fail(topup, undefined, 'card_unusable');
    }
    throw toAppError(error);
  }
}

function fail(topup: Topup, paymentId: string | undefined, failure: PaymentFailure): PaymentNotice {
  const { currency, totalMinor: amountMinor } = topup.quote;
  const externalId = paymentId ?? topup.id;
  return { topupId: topup.id, externalId, outcome: 'failed', amountMinor, currency, failure };
}

async function findCharge(
  stripe: Stripe,
  topup: Topup,
  { customerId: customer }: SavedMethod,
): Promise<PaymentNotice | undefined> {
  const created = { gte: Math.floor(topup.createdAtMs / 1_000) - 60 };
  const { data } = await stripe.paymentIntents.list({ customer, created, limit: paymentsMax });
  const found = data.find(({ metadata }) => metadata?.['topup_id'] === topup.id);
  return (found && readCharge(found)) ?? undefined;
}

async function detach(stripe: Stripe, { externalId }: SavedMethod): Promise<void> {
  try {
    await stripe.paymentMethods.detach(externalId);
  } catch (error) {
    // Done before, by an earlier try whose reply was lost or by hand.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return;
    throw error;
  }
}
