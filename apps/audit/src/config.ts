import {
  defineConfig,
  readDatabaseUrl,
  readEventLogSettings,
  readIdentitySecret,
  readServerSettings,
  readServiceSecret,
  type EventLogSettings,
  type Secret,
  type ServerSettings,
} from '@tollgate/config';

export interface AuditConfig extends ServerSettings {
  readonly databaseUrl: string;
  readonly eventLog: EventLogSettings;
  readonly identitySecret: Secret;
  readonly serviceSecret: Secret;
  readonly orgsGrpcAddress: string;
}

export const auditConfig = defineConfig<AuditConfig>({
  name: 'audit',
  read: (env) => ({
    ...readServerSettings(env),
    databaseUrl: readDatabaseUrl(env),
    eventLog: readEventLogSettings(env),
    identitySecret: readIdentitySecret(env),
    serviceSecret: readServiceSecret(env),
    orgsGrpcAddress: env.text('ORGS_GRPC_ADDRESS', { about: 'host:port of orgs' }),
  }),
});
