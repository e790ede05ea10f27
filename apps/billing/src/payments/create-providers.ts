import type { PaymentProviders } from '../top-ups/payment-ports';
import type { PaymentSettings } from './payment-settings';
import { createStripeProvider } from './stripe/adapter';
import { createDevProvider, createManualProvider } from './without-webhook';

/** The providers that are set up. */
export function createProviders({ stripe, isDevelopment }: PaymentSettings): PaymentProviders {
  const providers = [
    createManualProvider(),
    ...(stripe === undefined ? [] : [createStripeProvider(stripe)]),
    ...(isDevelopment ? [createDevProvider()] : []),
  ];
  return new Map(providers.map((provider) => [provider.id, provider]));
}
