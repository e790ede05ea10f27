import {
  defineConfig,
  readDatabaseUrl,
  readEventLogSettings,
  readIdentitySecret,
  readServerSettings,
  type EventLogSettings,
  type Secret,
  type ServerSettings,
} from '@tollgate/config';

export interface AuditConfig extends ServerSettings {
  readonly databaseUrl: string;
  readonly eventLog: EventLogSettings;
  readonly identitySecret: Secret;
}

export const auditConfig = defineConfig<AuditConfig>({
  name: 'audit',
  read: (env) => ({
    ...readServerSettings(env),
    databaseUrl: readDatabaseUrl(env),
    eventLog: readEventLogSettings(env),
    identitySecret: readIdentitySecret(env),
  }),
});
