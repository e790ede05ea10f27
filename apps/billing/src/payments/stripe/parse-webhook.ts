import type { IncomingHttpHeaders } from 'node:http';
import type Stripe from 'stripe';
import { AppError } from '@tollgate/errors';
import type { PaymentEvent } from '../../top-ups/payment-ports';
import type { PaymentNotice } from '../../top-ups/topup';
import { readAmount } from './read-amount';
import { readCharge } from './read-charge';
import { readReversal } from './read-reversal';

const toleranceSeconds = 300;

/** The signature is over the bytes as they came: nothing may parse them before it is checked. */
export async function parseWebhook(
  stripe: Stripe,
  webhookSecrets: readonly string[],
  { headers, rawBody }: { readonly headers: IncomingHttpHeaders; readonly rawBody: Buffer },
): Promise<PaymentEvent | null> {
  const signature = headers['stripe-signature'];
  if (typeof signature !== 'string') throw makeSignatureError();
  let cause: unknown;
  for (const secret of webhookSecrets) {
    let event: Stripe.Event;
    try {
      event = stripe.webhooks.constructEvent(rawBody, signature, secret, toleranceSeconds);
    } catch (error) {
      cause = error;
      continue;
    }
    return (await readReversal(stripe, event)) ?? readPayment(event);
  }
  throw makeSignatureError(cause);
}

function makeSignatureError(cause?: unknown): AppError {
  return new AppError('bad_request', { message: 'The signature is not valid', cause });
}

function readPayment(event: Stripe.Event): PaymentEvent | null {
  const notice = readNotice(event);
  return notice === null ? null : { kind: 'payment', notice, paymentId: findPaymentId(event) };
}

/** The payment of a checkout that is complete. */
function findPaymentId({ data, type }: Stripe.Event): string | undefined {
  if (type !== 'checkout.session.completed') return undefined;
  const { payment_intent: payment, payment_status: status } = data.object;
  if (status !== 'paid') return undefined;
  return typeof payment === 'string' ? payment : payment?.id;
}

function readNotice(event: Stripe.Event): PaymentNotice | null {
  switch (event.type) {
    case 'checkout.session.completed': {
      const outcome = readCompletion(event.data.object);
      return outcome === null ? null : readSession(event.data.object, outcome);
    }
    case 'checkout.session.async_payment_succeeded':
      return readSession(event.data.object, 'paid');
    case 'checkout.session.async_payment_failed':
      return readSession(event.data.object, 'failed');
    case 'checkout.session.expired':
      return readSession(event.data.object, 'expired');
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return readCharge(event.data.object);
    default:
      return null;
  }
}

/** Completed means that the payer is done; only `paid` means that there is money. */
function readCompletion(session: Stripe.Checkout.Session): PaymentNotice['outcome'] | null {
  if (session.payment_status === 'paid') return 'paid';
  return session.payment_status === 'unpaid' ? 'processing' : null;
}

/** Null for checkouts that are not ours: other things may be sold on the same account. */
function readSession(
  session: Stripe.Checkout.Session,
  outcome: PaymentNotice['outcome'],
): PaymentNotice | null {
  const topupId = session.metadata?.['topup_id'] ?? session.client_reference_id;
  if (typeof topupId !== 'string' || typeof session.id !== 'string') return null;
  return {
    topupId,
    externalId: session.id,
    outcome,
    amountMinor: readAmount(session.amount_total),
    currency: String(session.currency).toUpperCase(),
  };
}
