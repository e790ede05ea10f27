export { ConfigError, defineConfig, type ConfigDefinition } from './define-config';
export { EnvReader, quote, type Environment, type VariableDoc } from './env-reader';
export { developmentSettings } from './development-settings';
export { checkHttpUrl, type HttpUrlRule } from './http-url';
export { readRanges } from './read-ranges';
export { Secret } from './secret';
export { SettingError } from './setting-error';
export { explainListenError, type ListenPlace } from './listen-error';
export { readRedisUrl } from './redis-url';
export {
  readByokMasterKey,
  readCrashPointDirectory,
  readDatabaseUrl,
  readEvidenceKey,
  readFundedRate,
  readLoadSettings,
  readLogLevel,
  readOutboundSettings,
  readPort,
  readServerSettings,
  readServiceSlug,
  readBaseUrl,
  readOwnUrl,
  readSiteUrl,
  type LoadSettings,
  type ServerSettings,
} from './common-settings';
export {
  readGrpcAddress,
  readIdentitySecret,
  readIdentitySecrets,
  readServiceCredential,
  type ServiceCredential,
} from './service-credential';
export {
  Certificates,
  type CertificateFiles,
  type CertificateListener,
  type CertificateTexts,
} from './certificates';
export {
  readEventLogSettings,
  type EventLogSettings,
  type KafkaSettings,
} from './event-log-settings';
export { readTracingSettings, type TracingSettings } from './tracing-settings';
