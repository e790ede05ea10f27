/**
 * What DEVELOPMENT_SETTINGS may name: settings that are dangerous in production, and secrets and
 * passwords, which may be easy to guess in development. Names of all services are known to every
 * service, because they often share one environment.
 */
export const developmentSettings = [
  'ADMIN_TOKEN',
  'ADMIN_TOKEN_OTHER',
  'BYOK_MASTER_KEY',
  'CRASH_POINT_DIR',
  'DATABASE_URL',
  'EDU_CODE_SECRET',
  'EDU_CODE_SECRET_OTHER',
  'EVENT_LOG_DATABASE_URL',
  'EVIDENCE_KEY',
  'IDENTITY_SECRET',
  'IDENTITY_SECRET_OTHER',
  'KAFKA_PASSWORD',
  'MAIL_ADAPTER',
  'PASSWORD_COST',
  'PAYMENTS_DEV',
  'REDIS_URL',
  'SECRETS_KEY',
  'SERVICE_SECRET',
  'SERVICE_SECRET_OTHER',
  'SIGN_IN_LINKS',
  'SIMULATOR_URL',
];
