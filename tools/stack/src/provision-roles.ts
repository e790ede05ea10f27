import { splitDatabaseHosts } from '@tollgate/store-address';
import { databaseUrl, provisionDatabase } from '@tollgate/embedded';
import { schemaNames, schemaOwner, type SchemaName, type Secrets } from './secrets';

const ownDatabase = 'tollgate';
/** Databases that every server has; they are not for application data. */
const serverDatabases = ['', 'postgres', 'template1'];

export interface DatabaseUrls {
  /** Superuser, in the database of the services. */
  readonly admin: string;
  readonly forSchema: (name: SchemaName) => string;
}

/** Creates the database with one role and schema per service; gives their URLs. */
export async function provisionRoles(postgresUrl: string, secrets: Secrets): Promise<DatabaseUrls> {
  const named = readDatabaseName(postgresUrl);
  const database = serverDatabases.includes(named) ? ownDatabase : named;
  const owners = schemaNames.map((name) => schemaOwner(secrets, name));
  // CREATE DATABASE must run elsewhere than in the database it creates.
  const adminUrl = databaseUrl(postgresUrl, { database: 'postgres' });
  await provisionDatabase({ adminUrl, database, owners });
  return {
    admin: databaseUrl(postgresUrl, { database }),
    forSchema: (name) => databaseUrl(postgresUrl, { database, owner: schemaOwner(secrets, name) }),
  };
}

export function readDatabaseName(url: string): string {
  const [first = ''] = splitDatabaseHosts(url);
  return decodeURIComponent(new URL(first).pathname.slice(1));
}
