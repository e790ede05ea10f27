import { formatDecimal } from '@tollgate/money';
import { getMinorDigits } from '../../domain/currency';
import type { Checkout, CheckoutRequest } from '../../use-cases/payment-provider';

export async function createCheckout({ topup, transferTo }: CheckoutRequest): Promise<Checkout> {
  const { currency, totalMinor } = topup.quote;
  const total = formatDecimal(totalMinor, getMinorDigits(currency));
  return {
    externalId: topup.id,
    url: null,
    instructions: `Transfer ${total} ${currency} to ${transferTo} with reference ${topup.id}`,
  };
}
