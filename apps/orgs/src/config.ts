import {
  defineConfig,
  readByokMasterKey,
  readDatabaseUrl,
  readEventLogSettings,
  readEvidenceKey,
  readIdentitySecret,
  readOutboundSettings,
  readPort,
  readRedisUrl,
  readServerSettings,
  readServiceSecret,
  readSiteUrl,
} from '@tollgate/config';
import { readMailSettings } from '@tollgate/mail';

export const orgsConfig = defineConfig({
  name: 'orgs',
  read: (env) => ({
    ...readServerSettings(env),
    grpcPort: readPort(env, 'GRPC_PORT', 'OrgsService and PolicyService'),
    databaseUrl: readDatabaseUrl(env),
    redisUrl: readRedisUrl(env),
    eventLog: readEventLogSettings(env),
    serviceSecret: readServiceSecret(env),
    identitySecret: readIdentitySecret(env),
    siteUrl: readSiteUrl(env),
    authGrpcAddress: env.text('AUTH_GRPC_ADDRESS', { about: 'host:port of auth' }),
    billingGrpcAddress: env.text('BILLING_GRPC_ADDRESS', { about: 'host:port of billing' }),
    relayGrpcAddress: env.text('RELAY_GRPC_ADDRESS', { about: 'host:port of the relay' }),
    byokMasterKey: readByokMasterKey(env),
    evidenceKey: readEvidenceKey(env),
    outbound: readOutboundSettings(env),
    mail: readMailSettings(env),
  }),
});

export type OrgsConfig = ReturnType<typeof orgsConfig.load>;
