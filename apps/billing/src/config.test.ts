import { billingConfig } from './config';

const environment = {
  HTTP_PORT: '1',
  GRPC_PORT: '2',
  INTERNAL_PORT: '3',
  DATABASE_URL: 'postgres://x',
  REDIS_URL: 'redis://x',
  EVENT_LOG_DATABASE_URL: 'postgres://x',
  AUTH_GRPC_ADDRESS: 'auth:9090',
  ORGS_GRPC_ADDRESS: 'orgs:9090',
  DEVELOPMENT_SETTINGS: 'all',
  PLAINTEXT_HOSTS: 'x,auth,orgs',
  SERVICE_SECRET: 'x'.repeat(32),
  IDENTITY_SECRET: 'x'.repeat(32),
};

describe('the settings of payments', () => {
  it('are off by default', () => {
    const { payments } = billingConfig.load(environment);
    expect(payments).toEqual({ stripe: undefined, isDevelopment: false });
  });

  it.each([{}, { STRIPE_WEBHOOK_SECRET: '' }, { STRIPE_WEBHOOK_SECRET: '  ' }])(
    'with a Stripe key and %j for the webhook do not let the service start',
    (webhook) => {
      const load = () =>
        billingConfig.load({ ...environment, STRIPE_SECRET_KEY: 'sk_live_1', ...webhook });
      expect(load).toThrow('STRIPE_WEBHOOK_SECRET is required when STRIPE_SECRET_KEY is set');
    },
  );

  it('with both turn cards on, and spill neither', () => {
    const { payments } = billingConfig.load({
      ...environment,
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    });
    expect(payments.stripe?.apiBase).toBe('https://api.stripe.com');
    expect(payments.stripe?.webhookSecrets.map((one) => one.reveal())).toEqual(['whsec_1']);
    expect(JSON.stringify(payments)).not.toMatch(/sk_live|whsec/);
  });

  it('accept the webhook secret before the current one', () => {
    const { payments } = billingConfig.load({
      ...environment,
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_new',
      STRIPE_WEBHOOK_SECRET_PREVIOUS: 'whsec_old',
    });
    const secrets = payments.stripe?.webhookSecrets.map((secret) => secret.reveal());
    expect(secrets).toEqual(['whsec_new', 'whsec_old']);
  });

  it('refuse a malformed address of Stripe', () => {
    const load = () => billingConfig.load({ ...environment, STRIPE_API_BASE: 'ftp://x' });
    expect(load).toThrow('STRIPE_API_BASE');
  });
});
