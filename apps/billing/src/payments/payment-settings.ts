import { Secret, type EnvReader } from '@tollgate/config';

export interface StripeSettings {
  readonly secretKey: Secret;
  readonly webhookSecret: Secret;
  readonly apiBase: string;
}

export interface PaymentSettings {
  /** Undefined: the provider is off. */
  readonly stripe: StripeSettings | undefined;
  /** Payments can be simulated. */
  readonly isDevelopment: boolean;
}

export function readPaymentSettings(env: EnvReader): PaymentSettings {
  const secretKey = env.optionalSecret('STRIPE_SECRET_KEY', {
    about: 'key of the Stripe account; without it card payments are off',
    lengthMin: 1,
  });
  const webhookSecret = env.optionalSecret('STRIPE_WEBHOOK_SECRET', {
    about: 'signing secret of the Stripe webhook; required with STRIPE_SECRET_KEY',
    lengthMin: 1,
  });
  const apiBase = env.text('STRIPE_API_BASE', {
    about: 'address of the Stripe API',
    fallback: 'https://api.stripe.com',
    pattern: /^https?:\/\/[^/\s]+$/,
  });
  const isDevelopment = env.boolean('PAYMENTS_DEV', {
    about: 'payments can be simulated; never on a service that real customers use',
    fallback: false,
  });
  if (secretKey === undefined) return { stripe: undefined, isDevelopment };
  if (webhookSecret === undefined) {
    // Without it anybody could say that they have paid.
    env.faults.push('STRIPE_WEBHOOK_SECRET is required when STRIPE_SECRET_KEY is set');
  }
  const stripe = { secretKey, webhookSecret: webhookSecret ?? new Secret(''), apiBase };
  return { stripe, isDevelopment };
}
