import { randomBytes } from 'node:crypto';
import { databaseUrl, provisionDatabase, withClient, type SchemaOwner } from '@tollgate/embedded';
import { requireTestSetting } from './test-environment';

export interface TestDatabase<Schema extends string> {
  /** URL of the superuser, in this database. */
  readonly url: string;
  /** URL of the role that owns a schema; its search_path is that schema alone. */
  readonly urlOf: (schema: Schema) => string;
  /** Ends all its sessions and drops it together with its roles. */
  readonly drop: () => Promise<void>;
}

export interface TestDatabaseOptions<Schema extends string> {
  /** Each gets a role of its own, as in production. */
  readonly schemas?: readonly Schema[];
}

const suffixBytes = 6;

/** A database of its own for one test file, on the server of the test runner. */
export async function createTestDatabase<Schema extends string = never>({
  schemas = [],
}: TestDatabaseOptions<Schema> = {}): Promise<TestDatabase<Schema>> {
  const adminUrl = requireTestSetting('TEST_DATABASE_URL');
  const suffix = randomBytes(suffixBytes).toString('hex');
  const database = `test_${suffix}`;
  // Roles belong to the whole server, so two test files must not share their names.
  const owners = new Map(schemas.map((schema) => [schema, makeOwner(schema, suffix)]));
  await provisionDatabase({ adminUrl, database, owners: [...owners.values()] });
  return {
    url: databaseUrl(adminUrl, { database }),
    urlOf: (schema) => {
      const owner = owners.get(schema);
      if (owner === undefined) throw new Error(`the database was made without schema ${schema}`);
      return databaseUrl(adminUrl, { database, owner });
    },
    drop: () => dropDatabase(adminUrl, database, [...owners.values()]),
  };
}

function makeOwner(schema: string, suffix: string): SchemaOwner {
  return { role: `${schema}_${suffix}`, schema, password: suffix };
}

async function dropDatabase(
  adminUrl: string,
  database: string,
  owners: readonly SchemaOwner[],
): Promise<void> {
  await withClient(adminUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`);
    for (const { role } of owners) await client.query(`DROP ROLE IF EXISTS "${role}"`);
  });
}
