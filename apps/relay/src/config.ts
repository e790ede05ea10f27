import {
  type EnvReader,
  type Secret,
  defineConfig,
  readBaseUrl,
  readByokMasterKey,
  readCrashPointDirectory,
  readDatabaseUrl,
  readEventLogSettings,
  readEvidenceKey,
  readIdentitySecrets,
  readLoadSettings,
  readOutboundSettings,
  readPort,
  readRedisUrl,
  readServerSettings,
  readServiceCredential,
  readTracingSettings,
  readSiteUrl,
  readGrpcAddress,
} from '@tollgate/config';
import { readObjectStoreSettings } from '@tollgate/object-store';
import { readFreeAddressCaps } from './config-free';
import { readModerationSettings } from './config-moderation';
import { readOnceSettings } from './config-once';
import { readProviderSettings } from './config-providers';
import { readSearchSettings } from './config-search';

const gibibyte = 1024 ** 3;
const mebibyte = 1024 ** 2;
const minuteMs = 60_000;

export const relayConfig = defineConfig({
  name: 'relay',
  read: (env) => ({
    ...readServerSettings(env),
    tracing: readTracingSettings(env),
    grpcPort: readPort(env, 'GRPC_PORT', 'catalog for other services'),
    databaseUrl: readDatabaseUrl(env),
    redisUrl: readRedisUrl(env),
    eventLog: readEventLogSettings(env),
    identitySecrets: readIdentitySecrets(env),
    credential: readServiceCredential(env),
    crashPointDirectory: readCrashPointDirectory(env),
    billingGrpcAddress: readGrpcAddress(env, 'BILLING_GRPC_ADDRESS', 'billing'),
    orgsGrpcAddress: readGrpcAddress(env, 'ORGS_GRPC_ADDRESS', 'orgs'),
    spoolDirectory: env.text('SPOOL_DIR', {
      about: 'directory of usage records not yet published',
    }),
    spoolBytesMax: env.number('SPOOL_BYTES_MAX', {
      about: 'bytes that may wait in the spool; beyond them paid calls are refused',
      fallback: gibibyte,
      min: mebibyte,
      max: 1024 * gibibyte,
    }),
    spoolKeepHours: env.number('SPOOL_KEEP_HOURS', {
      about:
        'hours for which published records stay in the spool, for a replay after a restored backup',
      fallback: 24,
      min: 0,
      max: 24 * 90,
    }),
    spoolKeepBytesMax: env.number('SPOOL_KEEP_BYTES_MAX', {
      about: 'bytes of published records that may stay in the spool',
      fallback: gibibyte / 2,
      min: 0,
      max: 1024 * gibibyte,
    }),
    instanceId: env.text('INSTANCE_ID', {
      about: 'name of this relay among its peers; stable over restarts, as its spool is',
      fallback: 'relay-1',
      pattern: /^[a-zA-Z0-9._-]{1,64}$/,
    }),
    secretsKey: readSecretsKey(env),
    byokMasterKey: readByokMasterKey(env),
    outbound: readOutboundSettings(env),
    baseUrl: readBaseUrl(env, readSiteUrl(env)),
    objectStore: readObjectStoreSettings(env),
    evidenceKey: readEvidenceKey(env),
    moderation: readModerationSettings(env),
    webSearch: readSearchSettings(env),
    ...readProviderSettings(env),
    load: readLoadSettings(env),
    clientModelPrefixes: env.list('CLIENT_MODEL_PREFIXES', {
      about: 'what clients put in front of model names; taken off once where the rest is a model',
      fallback: 'tollgate/,tollgate-',
    }),
    bodiesMebibytesMax: readBodiesMax(env),
    freeAddressCaps: readFreeAddressCaps(env),
    once: readOnceSettings(env),
    ...readUpstreamTimes(env),
  }),
});

function readBodiesMax(env: EnvReader): number {
  return env.number('BODIES_MB_MAX', {
    about: 'bytes of all request bodies in memory together; 0: an eighth of the memory there is',
    fallback: 0,
    min: 0,
    max: 1024 * 1024,
  });
}

type UpstreamTime = 'firstByteTimeoutMs' | 'thinkingTimeoutMs' | 'routeProbeMs' | 'idleTimeoutMs';

/** Timeouts for providers. */
function readUpstreamTimes(env: EnvReader): Record<UpstreamTime, number> {
  return {
    firstByteTimeoutMs: env.number('UPSTREAM_FIRST_BYTE_MS', {
      about: 'longest wait for the first byte of an upstream',
      fallback: minuteMs,
      min: 100,
      max: 10 * minuteMs,
    }),
    thinkingTimeoutMs: env.number('UPSTREAM_THINKING_MS', {
      about: 'longest wait for the first byte of an upstream that thinks or makes media',
      fallback: 5 * minuteMs,
      min: 100,
      max: 30 * minuteMs,
    }),
    routeProbeMs: env.number('ROUTE_PROBE_MS', {
      about: 'how often a call is let through to an isolated route',
      fallback: 30_000,
      min: 100,
      max: 10 * minuteMs,
    }),
    idleTimeoutMs: env.number('UPSTREAM_IDLE_MS', {
      about: 'longest silence of an upstream inside an answer',
      fallback: 90_000,
      min: 100,
      max: 10 * minuteMs,
    }),
  };
}

export type RelayConfig = ReturnType<typeof relayConfig.load>;

/** Also of the program that seals the stored keys again. */
export function readSecretsKey(env: EnvReader): Secret {
  return env.secret('SECRETS_KEY', {
    about:
      'seals stored provider keys: AES-256 in 64 hexadecimal characters; `new,old` in an exchange',
    lengthMin: 64,
    pattern: /^[0-9a-fA-F]{64}(?:\s*,\s*[0-9a-fA-F]{64})*$/,
  });
}
