import {
  defineConfig,
  readCrashPointDirectory,
  readDatabaseUrl,
  readEventLogSettings,
  readIdentitySecrets,
  readPort,
  readRedisUrl,
  readServerSettings,
  readServiceCredential,
  readTracingSettings,
  readSiteUrl,
  readGrpcAddress,
} from '@tollgate/config';
import { readMailSettings } from '@tollgate/mail';
import { readPaymentSettings } from './payments/payment-settings';

export const billingConfig = defineConfig({
  name: 'billing',
  read: (env) => ({
    ...readServerSettings(env),
    tracing: readTracingSettings(env),
    grpcPort: readPort(env, 'GRPC_PORT', 'wallets for other services'),
    authGrpcAddress: readGrpcAddress(env, 'AUTH_GRPC_ADDRESS', 'auth'),
    orgsGrpcAddress: readGrpcAddress(env, 'ORGS_GRPC_ADDRESS', 'orgs'),
    databaseUrl: readDatabaseUrl(env),
    redisUrl: readRedisUrl(env),
    eventLog: readEventLogSettings(env),
    identitySecrets: readIdentitySecrets(env),
    credential: readServiceCredential(env),
    crashPointDirectory: readCrashPointDirectory(env),
    siteUrl: readSiteUrl(env),
    payments: readPaymentSettings(env),
    mail: readMailSettings(env),
    goodwillUsd: env.text('GOODWILL_USD', {
      about: 'USD of unbilled stream endings that a wallet with paid credit may have in 24 hours',
      fallback: '1.00',
      pattern: /^\d{1,6}(\.\d{1,9})?$/,
    }),
  }),
});

export type BillingConfig = ReturnType<typeof billingConfig.load>;
