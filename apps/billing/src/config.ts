import {
  defineConfig,
  readDatabaseUrl,
  readEventLogSettings,
  readIdentitySecret,
  readPort,
  readRedisUrl,
  readServerSettings,
  readServiceSecret,
} from '@tollgate/config';

export const billingConfig = defineConfig({
  name: 'billing',
  read: (env) => ({
    ...readServerSettings(env),
    grpcPort: readPort(env, 'GRPC_PORT', 'wallets for other services'),
    authGrpcAddress: env.text('AUTH_GRPC_ADDRESS', { about: 'host:port of auth' }),
    databaseUrl: readDatabaseUrl(env),
    redisUrl: readRedisUrl(env),
    eventLog: readEventLogSettings(env),
    identitySecret: readIdentitySecret(env),
    serviceSecret: readServiceSecret(env),
  }),
});

export type BillingConfig = ReturnType<typeof billingConfig.load>;
