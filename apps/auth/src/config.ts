import {
  defineConfig,
  readDatabaseUrl,
  readEventLogSettings,
  readFundedRate,
  readIdentitySecret,
  readPort,
  readRedisUrl,
  readServerSettings,
  readServiceSecret,
  readServiceSlug,
  readSiteUrl,
  type EventLogSettings,
  type Secret,
  type ServerSettings,
} from '@tollgate/config';

export interface AuthConfig extends ServerSettings {
  readonly grpcPort: number;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly eventLog: EventLogSettings;
  readonly serviceSecret: Secret;
  readonly identitySecret: Secret;
  readonly serviceSlug: string;
  readonly siteUrl: string;
  readonly billingGrpcAddress: string;
  readonly fundedRequestsPerMinute: number;
  readonly signUpsPerIpHour: number;
  readonly logInsPerIp15Min: number;
}

const attemptsMax = 1_000_000;

export const authConfig = defineConfig<AuthConfig>({
  name: 'auth',
  read: (env) => ({
    ...readServerSettings(env),
    grpcPort: readPort(env, 'GRPC_PORT', 'AuthService'),
    databaseUrl: readDatabaseUrl(env),
    redisUrl: readRedisUrl(env),
    eventLog: readEventLogSettings(env),
    serviceSecret: readServiceSecret(env),
    identitySecret: readIdentitySecret(env),
    serviceSlug: readServiceSlug(env),
    siteUrl: readSiteUrl(env),
    billingGrpcAddress: env.text('BILLING_GRPC_ADDRESS', { about: 'host:port of billing' }),
    fundedRequestsPerMinute: readFundedRate(env),
    signUpsPerIpHour: env.number('SIGNUPS_PER_IP_HOUR', {
      about: 'accounts one address may create in an hour',
      fallback: 5,
      min: 1,
      max: attemptsMax,
    }),
    logInsPerIp15Min: env.number('LOGINS_PER_IP_15MIN', {
      about: 'logins one address may try in 15 minutes',
      fallback: 10,
      min: 1,
      max: attemptsMax,
    }),
  }),
});
