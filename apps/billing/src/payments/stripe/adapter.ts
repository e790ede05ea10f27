import Stripe from 'stripe';
import type { PaymentProvider } from '../../top-ups/payment-ports';
import type { StripeSettings } from '../payment-settings';
import { createCheckout } from './create-checkout';
import { takesCurrency } from './currencies';
import { parseWebhook } from './parse-webhook';
import { refund } from './refund';
import { createSavedMethods } from './saved-methods';

const timeoutMs = 10_000;
const retriesMax = 2;
/**
 * A checkout ends after a day. Stripe repeats what it could not deliver for three days more, so
 * only after that can no payment arrive any more.
 */
const pendingMs = 5 * 24 * 60 * 60_000;

/** Card payments on a page of Stripe. */
export function createStripeProvider(settings: StripeSettings): PaymentProvider {
  const { hostname, port, protocol } = new URL(settings.apiBase);
  const isPlain = protocol === 'http:';
  const stripe = new Stripe(settings.secretKey.reveal(), {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : port,
    protocol: isPlain ? 'http' : 'https',
    timeout: timeoutMs,
    maxNetworkRetries: retriesMax,
    telemetry: false,
  });
  const webhookSecrets = settings.webhookSecrets.map((secret) => secret.reveal());
  return {
    id: 'stripe',
    pendingMs,
    takesCurrency,
    createCheckout: (request) => createCheckout(stripe, request),
    parseWebhook: (headers, rawBody) => parseWebhook(stripe, webhookSecrets, { headers, rawBody }),
    savedMethods: createSavedMethods(stripe),
    refund: (topup, amountMinor) => refund(stripe, topup, amountMinor),
  };
}
