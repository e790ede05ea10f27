import {
  defineConfig,
  readBaseUrl,
  readCrashPointDirectory,
  readDatabaseUrl,
  readIdentitySecret,
  readLoadSettings,
  readOutboundSettings,
  readServerSettings,
  readServiceSecret,
  readSiteUrl,
} from '@tollgate/config';
import { readObjectStoreSettings } from '@tollgate/object-store';

const hasteMax = 1_000;

export const videoConfig = defineConfig({
  name: 'video',
  read: (env) => ({
    ...readServerSettings(env),
    databaseUrl: readDatabaseUrl(env),
    serviceSecret: readServiceSecret(env),
    identitySecret: readIdentitySecret(env),
    baseUrl: readBaseUrl(env, readSiteUrl(env)),
    orgsGrpcAddress: env.text('ORGS_GRPC_ADDRESS', { about: 'host:port of orgs' }),
    billingGrpcAddress: env.text('BILLING_GRPC_ADDRESS', { about: 'host:port of billing' }),
    relayGrpcAddress: env.text('RELAY_GRPC_ADDRESS', { about: 'host:port of the relay' }),
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
