import type { PaymentProvider } from '../../top-ups/payment-ports';
import { createCheckout } from './create-checkout';
import { parseWebhook } from './parse-webhook';
import { refund } from './refund';

/** A bank transfer takes days; after a week a new top-up at a new rate is needed. */
const pendingMs = 7 * 24 * 60 * 60_000;

/** Payments by bank transfer, which an operator confirms. */
export function createManualProvider(): PaymentProvider {
  return {
    id: 'manual',
    pendingMs,
    takesCurrency: () => true,
    createCheckout,
    parseWebhook,
    refund,
  };
}
