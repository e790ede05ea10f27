import { escapeIdentifier, escapeLiteral, type Client } from 'pg';
import { changeDatabaseUrl } from '@tollgate/store-address';
import { withClient } from './with-client';

/** A role that owns one schema and sees nothing else. */
export interface SchemaOwner {
  readonly role: string;
  readonly schema: string;
  readonly password: string;
}

export interface ProvisionOptions {
  /** URL of a superuser; the database in it is only used to connect. */
  readonly adminUrl: string;
  readonly database: string;
  readonly owners: readonly SchemaOwner[];
}

/** Creates the database, its roles and their schemas where missing; safe to repeat. */
export async function provisionDatabase(options: ProvisionOptions): Promise<void> {
  const { adminUrl, database, owners } = options;
  await withClient(adminUrl, async (client) => {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${escapeIdentifier(database)}`);
    for (const owner of owners) await ensureRole(client, owner);
  });
  await withClient(databaseUrl(adminUrl, { database }), async (client) => {
    const name = escapeIdentifier(database);
    await client.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    await client.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
    for (const owner of owners) await ensureSchema(client, name, owner);
  });
}

/** The URL of another database, and optionally another user, on the same server. */
export function databaseUrl(
  serverUrl: string,
  { database, owner }: { database: string; owner?: SchemaOwner },
): string {
  return changeDatabaseUrl(serverUrl, (url) => {
    url.pathname = `/${encodeURIComponent(database)}`;
    if (owner === undefined) return;
    url.username = encodeURIComponent(owner.role);
    url.password = encodeURIComponent(owner.password);
  });
}

async function ensureRole(client: Client, { role, password }: SchemaOwner): Promise<void> {
  const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  const verb = found.rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(
    `${verb} ROLE ${escapeIdentifier(role)} LOGIN PASSWORD ${escapeLiteral(password)}`,
  );
}

async function ensureSchema(client: Client, database: string, owner: SchemaOwner): Promise<void> {
  const role = escapeIdentifier(owner.role);
  const schema = escapeIdentifier(owner.schema);
  await client.query(`GRANT CONNECT, TEMPORARY ON DATABASE ${database} TO ${role}`);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${role}`);
  await client.query(`ALTER ROLE ${role} IN DATABASE ${database} SET search_path = ${schema}`);
}
