import type { Checkout, CheckoutRequest } from '../../top-ups/payment-ports';

export async function createCheckout({ topup }: CheckoutRequest): Promise<Checkout> {
  return {
    externalId: topup.id,
    url: null,
    instructions: `POST /api/billing/topups/${topup.id}/simulate pays it`,
  };
}
