import type { PaymentProvider } from '../../top-ups/payment-ports';
import { createCheckout } from './create-checkout';
import { parseWebhook } from './parse-webhook';
import { refund } from './refund';

const pendingMs = 24 * 60 * 60_000;

/** Payments without money, for development and tests: they are simulated. */
export function createDevProvider(): PaymentProvider {
  return {
    id: 'dev',
    pendingMs,
    takesCurrency: () => true,
    createCheckout,
    parseWebhook,
    refund,
  };
}
