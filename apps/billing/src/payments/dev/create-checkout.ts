import type { Checkout, CheckoutRequest } from '../../use-cases/payment-provider';

export async function createCheckout({ topup }: CheckoutRequest): Promise<Checkout> {
  return {
    externalId: topup.id,
    url: null,
    instructions: `POST /api/billing/topups/${topup.id}/simulate pays it`,
  };
}
