import { formatDecimal } from '@tollgate/money';
import { getMinorDigits } from '../../top-ups/currency';
import type { Checkout, CheckoutRequest } from '../../top-ups/payment-ports';

export async function createCheckout({ topup, transferTo }: CheckoutRequest): Promise<Checkout> {
  const { currency, totalMinor } = topup.quote;
  const total = formatDecimal(totalMinor, getMinorDigits(currency));
  return {
    externalId: topup.id,
    url: null,
    instructions: `Transfer ${total} ${currency} to ${transferTo} with reference ${topup.id}`,
  };
}
