import {
  defineConfig,
  readDatabaseUrl,
  readEventLogSettings,
  readIdentitySecrets,
  readServerSettings,
  readServiceCredential,
  readTracingSettings,
  type EventLogSettings,
  type Secret,
  type ServerSettings,
  readGrpcAddress,
  type ServiceCredential,
  type TracingSettings,
} from '@tollgate/config';

export interface AuditConfig extends ServerSettings {
  readonly databaseUrl: string;
  readonly eventLog: EventLogSettings;
  readonly identitySecrets: readonly Secret[];
  readonly credential: ServiceCredential;
  readonly orgsGrpcAddress: string;
  /** Undefined: nothing is traced. */
  readonly tracing: TracingSettings | undefined;
}

export const auditConfig = defineConfig<AuditConfig>({
  name: 'audit',
  read: (env) => ({
    ...readServerSettings(env),
    tracing: readTracingSettings(env),
    databaseUrl: readDatabaseUrl(env),
    eventLog: readEventLogSettings(env),
    identitySecrets: readIdentitySecrets(env),
    credential: readServiceCredential(env),
    orgsGrpcAddress: readGrpcAddress(env, 'ORGS_GRPC_ADDRESS', 'orgs'),
  }),
});
