// Prints an .env for docker-compose.yml with fresh secrets: node deploy/make-env.mjs > .env
import { randomBytes } from 'node:crypto';

/** Hex, so that a password can stand in a URL as it is. */
export const secretNames = [
  'POSTGRES_PASSWORD',
  'AUTH_DB_PASSWORD',
  'BILLING_DB_PASSWORD',
  'ORGS_DB_PASSWORD',
  'RELAY_DB_PASSWORD',
  'VIDEO_DB_PASSWORD',
  'AUDIT_DB_PASSWORD',
  'EVENTLOG_DB_PASSWORD',
  'REDIS_PASSWORD',
  'EDGE_REDIS_PASSWORD',
  'AUTH_REDIS_PASSWORD',
  'ORGS_REDIS_PASSWORD',
  'RELAY_REDIS_PASSWORD',
  'BILLING_REDIS_PASSWORD',
  'ADMIN_TOKEN',
  'SERVICE_SECRET',
  'IDENTITY_SECRET',
  'SECRETS_KEY',
  'EDU_CODE_SECRET',
  'BYOK_MASTER_KEY',
  'EVIDENCE_KEY',
];

if (import.meta.filename === process.argv[1]) {
  // Two processes; `apart` gives every service its own.
  console.log('COMPOSE_PROFILES=together');
  for (const name of secretNames) console.log(`${name}=${randomBytes(32).toString('hex')}`);
}
