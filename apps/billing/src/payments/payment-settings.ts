import { checkHttpUrl, type EnvReader, type Secret } from '@tollgate/config';

export interface StripeSettings {
  readonly secretKey: Secret;
  /** The current one, and while it is being changed the one before. */
  readonly webhookSecrets: readonly Secret[];
  readonly apiBase: string;
}

export interface PaymentSettings {
  /** Undefined: the provider is off. */
  readonly stripe: StripeSettings | undefined;
  /** Payments can be simulated. */
  readonly isDevelopment: boolean;
}

const stripeApi = 'https://api.stripe.com';

export function readPaymentSettings(env: EnvReader): PaymentSettings {
  const secretKey = env.optionalSecret('STRIPE_SECRET_KEY', {
    about: 'key of the Stripe account; without it card payments are off',
    lengthMin: 1,
  });
  const webhookSecret = env.optionalSecret('STRIPE_WEBHOOK_SECRET', {
    about: 'signing secret of the Stripe webhook; required with STRIPE_SECRET_KEY',
    lengthMin: 1,
  });
  const previousSecret = env.optionalSecret('STRIPE_WEBHOOK_SECRET_PREVIOUS', {
    about: 'the webhook secret before the current one, accepted while it is being changed',
    lengthMin: 1,
  });
  const apiBase = env.text('STRIPE_API_BASE', {
    about: 'address of the Stripe API',
    fallback: stripeApi,
  });
  const rule = { example: stripeApi, path: 'refused', plaintext: 'named' } as const;
  checkHttpUrl(env, 'STRIPE_API_BASE', apiBase, rule);
  const isDevelopment = env.boolean('PAYMENTS_DEV', {
    about: 'payments can be simulated; never on a service that real customers use',
    fallback: false,
  });
  env.developmentOnly('PAYMENTS_DEV', isDevelopment, 'gives credit without a payment');
  if (secretKey === undefined) return { stripe: undefined, isDevelopment };
  if (webhookSecret === undefined) {
    // Without the secret, forged payment notices would be accepted.
    env.faults.push('STRIPE_WEBHOOK_SECRET is required when STRIPE_SECRET_KEY is set');
  }
  const secrets = [webhookSecret, previousSecret];
  const webhookSecrets = secrets.filter((secret) => secret !== undefined);
  const stripe = { secretKey, webhookSecrets, apiBase };
  return { stripe, isDevelopment };
}
