export { ConfigError, defineConfig, type ConfigDefinition } from './define-config';
export { EnvReader, type Environment, type VariableDoc } from './env-reader';
export { Secret } from './secret';
export {
  readByokMasterKey,
  readCrashPointDirectory,
  readDatabaseUrl,
  readEventLogSettings,
  readEvidenceKey,
  readFundedRate,
  readIdentitySecret,
  readLoadSettings,
  readLogLevel,
  readOutboundSettings,
  readPort,
  readRedisUrl,
  readServerSettings,
  readServiceSecret,
  readServiceSlug,
  readBaseUrl,
  readSiteUrl,
  type EventLogSettings,
  type LoadSettings,
  type ServerSettings,
} from './common-settings';
