import type { PaymentProviders } from '../top-ups/payment-ports';
import { createDevProvider } from './dev/adapter';
import { createManualProvider } from './manual/adapter';
import type { PaymentSettings } from './payment-settings';
import { createStripeProvider } from './stripe/adapter';

/** The providers that are set up. */
export function createProviders({ stripe, isDevelopment }: PaymentSettings): PaymentProviders {
  const providers = [
    createManualProvider(),
    ...(stripe === undefined ? [] : [createStripeProvider(stripe)]),
    ...(isDevelopment ? [createDevProvider()] : []),
  ];
  return new Map(providers.map((provider) => [provider.id, provider]));
}
