import {
  defineConfig,
  readByokMasterKey,
  readDatabaseUrl,
  readEventLogSettings,
  readEvidenceKey,
  readIdentitySecrets,
  readOutboundSettings,
  readPort,
  readRedisUrl,
  readServerSettings,
  readServiceCredential,
  readTracingSettings,
  readSiteUrl,
  readGrpcAddress,
} from '@tollgate/config';
import { readMailSettings } from '@tollgate/mail';

export const orgsConfig = defineConfig({
  name: 'orgs',
  read: (env) => ({
    ...readServerSettings(env),
    tracing: readTracingSettings(env),
    grpcPort: readPort(env, 'GRPC_PORT', 'OrgsService and PolicyService'),
    databaseUrl: readDatabaseUrl(env),
    redisUrl: readRedisUrl(env),
    eventLog: readEventLogSettings(env),
    credential: readServiceCredential(env),
    identitySecrets: readIdentitySecrets(env),
    siteUrl: readSiteUrl(env),
    authGrpcAddress: readGrpcAddress(env, 'AUTH_GRPC_ADDRESS', 'auth'),
    billingGrpcAddress: readGrpcAddress(env, 'BILLING_GRPC_ADDRESS', 'billing'),
    relayGrpcAddress: readGrpcAddress(env, 'RELAY_GRPC_ADDRESS', 'the relay'),
    byokMasterKey: readByokMasterKey(env),
    evidenceKey: readEvidenceKey(env),
    outbound: readOutboundSettings(env),
    mail: readMailSettings(env),
  }),
});

export type OrgsConfig = ReturnType<typeof orgsConfig.load>;
