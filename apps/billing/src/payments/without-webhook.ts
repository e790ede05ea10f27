import { AppError } from '@tollgate/errors';
import { formatDecimal } from '@tollgate/money';
import { getMinorDigits } from '../top-ups/channel';
import type { PaymentProvider, SavedMethods } from '../top-ups/payment-ports';

const dayMs = 24 * 60 * 60_000;

/** Providers without a page of their own: every currency, no webhook, no money to send back. */
const plain: Pick<PaymentProvider, 'takesCurrency' | 'parseWebhook' | 'refund'> = {
  takesCurrency: () => true,
  // Their address is as unknown as that of a provider that is off.
  parseWebhook: () => Promise.reject(new AppError('not_found')),
  refund: () => Promise.resolve(),
};

/** A card without money that can always be charged. */
const devMethods: SavedMethods = {
  find: async (paymentId) => ({
    customerId: 'dev',
    externalId: paymentId,
    brand: 'dev',
    last4: '4242',
    expiresMonth: 12,
    expiresYear: 2099,
  }),
  charge: async ({ id, quote }) => ({
    topupId: id,
    externalId: id,
    outcome: 'paid',
    amountMinor: quote.totalMinor,
    currency: quote.currency,
  }),
  findCharge: async () => undefined,
  detach: async () => undefined,
};

/** Payments without money, for development and tests: they are simulated. */
export function createDevProvider(): PaymentProvider {
  return {
    ...plain,
    id: 'dev',
    pendingMs: dayMs,
    savedMethods: devMethods,
    createCheckout: async ({ topup }) => ({
      externalId: topup.id,
      url: null,
      instructions: `POST /api/billing/topups/${topup.id}/simulate pays it`,
    }),
  };
}

/** Payments by bank transfer; an operator confirms them, and sends refunds by hand. */
export function createManualProvider(): PaymentProvider {
  return {
    ...plain,
    id: 'manual',
    // A bank transfer takes days; after a week a new top-up at a new rate is needed.
    pendingMs: 7 * dayMs,
    createCheckout: async ({ topup, transferTo }) => {
      const { currency, totalMinor } = topup.quote;
      const total = formatDecimal(totalMinor, getMinorDigits(currency));
      return {
        externalId: topup.id,
        url: null,
        instructions: `Transfer ${total} ${currency} to ${transferTo} with reference ${topup.id}`,
      };
    },
  };
}
