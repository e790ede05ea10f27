import {
  defineConfig,
  readBaseUrl,
  readCrashPointDirectory,
  readDatabaseUrl,
  readIdentitySecrets,
  readLoadSettings,
  readOutboundSettings,
  readServerSettings,
  readServiceCredential,
  readTracingSettings,
  readSiteUrl,
  readGrpcAddress,
} from '@tollgate/config';
import { readObjectStoreSettings } from '@tollgate/object-store';

const hasteMax = 1_000;

export const videoConfig = defineConfig({
  name: 'video',
  read: (env) => ({
    ...readServerSettings(env),
    tracing: readTracingSettings(env),
    databaseUrl: readDatabaseUrl(env),
    credential: readServiceCredential(env),
    identitySecrets: readIdentitySecrets(env),
    baseUrl: readBaseUrl(env, readSiteUrl(env)),
    orgsGrpcAddress: readGrpcAddress(env, 'ORGS_GRPC_ADDRESS', 'orgs'),
    billingGrpcAddress: readGrpcAddress(env, 'BILLING_GRPC_ADDRESS', 'billing'),
    relayGrpcAddress: readGrpcAddress(env, 'RELAY_GRPC_ADDRESS', 'the relay'),
    objectStore: readObjectStoreSettings(env),
    outbound: readOutboundSettings(env),
    load: readLoadSettings(env),
    crashPointDirectory: readCrashPointDirectory(env),
    haste: env.number('VIDEO_HASTE', {
      about: 'for tests: how many times shorter jobs wait to be polled, settled or tried again',
      fallback: 1,
      min: 1,
      max: hasteMax,
    }),
  }),
});

export type VideoConfig = ReturnType<typeof videoConfig.load>;
