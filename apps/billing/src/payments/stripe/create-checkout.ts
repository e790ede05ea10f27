import type Stripe from 'stripe';
import type { Checkout, CheckoutRequest } from '../../top-ups/payment-ports';
import { listQuoteLines, type QuoteLine } from '../../top-ups/quote';
import { toAppError } from './map-error';

/** Stripe allows one day at most, counted from the request. */
const checkoutSeconds = 23 * 60 * 60;

const lineNames: Readonly<Record<QuoteLine['name'], string>> = {
  credit: 'Credit',
  fee: 'Transaction fee',
  vat: 'VAT',
};

/** Stripe's page states what the payer agrees to. Only cards can be charged without the payer. */
const savingCard: Pick<
  Stripe.Checkout.SessionCreateParams,
  'customer_creation' | 'allowed_payment_method_types'
> = { customer_creation: 'always', allowed_payment_method_types: ['card'] };

export async function createCheckout(
  stripe: Stripe,
  { topup }: CheckoutRequest,
): Promise<Checkout> {
  const metadata = { topup_id: topup.id };
  try {
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: topup.id,
        metadata,
        ...(topup.savesMethod ? savingCard : {}),
        payment_intent_data: {
          metadata,
          ...(topup.savesMethod && { setup_future_usage: 'off_session' }),
        },
        line_items: listQuoteLines(topup.quote).map((line) => ({
          quantity: 1,
          price_data: {
            currency: topup.quote.currency.toLowerCase(),
            unit_amount: Number(line.amountMinor),
            product_data: { name: lineNames[line.name] },
          },
        })),
        expires_at: Math.floor(topup.createdAtMs / 1_000) + checkoutSeconds,
        success_url: topup.returnUrl,
        cancel_url: topup.returnUrl,
      },
      // The same top-up again, after a reply that was lost, is the same checkout.
      { idempotencyKey: topup.id },
    );
    return { externalId: session.id, url: session.url, instructions: null };
  } catch (error) {
    throw toAppError(error);
  }
}
