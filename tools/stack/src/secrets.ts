import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type SchemaOwner, readJsonFile, writeJsonFile } from '@tollgate/embedded';
import { redisUsers, type RedisUser } from '@tollgate/store-address';

/** Every service with tables, and the event log, has a role and a schema of its name. */
export const schemaNames = [
  'auth',
  'billing',
  'orgs',
  'relay',
  'video',
  'audit',
  'eventlog',
] as const;
export type SchemaName = (typeof schemaNames)[number];

const secretNames = [
  'adminToken',
  'serviceSecret',
  'identitySecret',
  'secretsKey',
  'eduCodeSecret',
  'byokMasterKey',
  'evidenceKey',
  'postgresPassword',
  'redisPassword',
  ...schemaNames.map((name) => `${name}Password` as const),
  ...redisUsers.map((name) => `${name}RedisPassword` as const),
] as const;

export type Secrets = Readonly<Record<(typeof secretNames)[number], string>>;

const secretBytes = 32;

export function secretsFile(dataDirectory: string): string {
  return join(dataDirectory, 'secrets.json');
}

/** The secrets of this data directory; what is missing is made up and kept. */
export function ensureSecrets(dataDirectory: string): Secrets {
  const file = secretsFile(dataDirectory);
  const kept = readJsonFile<Partial<Secrets>>(file) ?? {};
  const entries = secretNames.map((name) => [name, kept[name] ?? makeSecret()] as const);
  const secrets = Object.fromEntries(entries) as Secrets;
  writeJsonFile(file, secrets);
  return secrets;
}

/** Hex, because the key that encrypts provider keys must be 64 hex digits. */
function makeSecret(): string {
  return randomBytes(secretBytes).toString('hex');
}

export function schemaOwner(secrets: Secrets, name: SchemaName): SchemaOwner {
  return { role: name, schema: name, password: secrets[`${name}Password`] };
}

export function getRedisPassword(secrets: Secrets, user: RedisUser): string {
  return secrets[`${user}RedisPassword`];
}
