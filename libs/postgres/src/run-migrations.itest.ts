import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@tollgate/observability';
import { createTestDatabase, waitUntil, type TestDatabase } from '@tollgate/testing';
import { createDatabase, runMigrations, type Database } from './index';

let testDatabase: TestDatabase<'shop' | 'bank'>;
let database: Database;
let directory: string;

beforeEach(async () => {
  testDatabase = await createTestDatabase({ schemas: ['shop', 'bank'] });
  database = createDatabase({ url: testDatabase.url, name: 'test', logger: silentLogger });
  directory = await mkdtemp(join(tmpdir(), 'migrations-'));
  await writeFile(join(directory, '0001_items.sql'), 'CREATE TABLE items (id int);');
});

afterEach(async () => {
  await database.close();
  await testDatabase.drop();
  await rm(directory, { recursive: true });
});

function migrate(schema: 'shop' | 'bank'): Promise<readonly string[]> {
  const databaseUrl = testDatabase.urlOf(schema);
  return runMigrations({ databaseUrl, schema, directory, logger: silentLogger });
}

async function listTables(schema: string): Promise<readonly string[]> {
  const { rows } = await database.query<{ tablename: string }>(
    'SELECT tablename FROM pg_tables WHERE schemaname = $1 ORDER BY 1',
    [schema],
  );
  return rows.map((row) => row.tablename);
}

describe('migrations', () => {
  it('are applied once, in order, in the schema of their role', async () => {
    await writeFile(join(directory, '0002_index.sql'), 'CREATE INDEX ON items (id);');
    expect(await migrate('shop')).toEqual(['0001_items', '0002_index']);
    expect(await migrate('shop')).toEqual([]);
    expect(await listTables('shop')).toEqual(['items', 'schema_migrations']);
    expect(await listTables('bank')).toEqual([]);
  });

  it('add what is new to what is there', async () => {
    await migrate('bank');
    await writeFile(join(directory, '0002_more.sql'), 'CREATE TABLE more (id int);');
    expect(await migrate('bank')).toEqual(['0002_more']);
  });

  it('are applied once when many instances start together', async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate('shop')));
    expect(applied.flat()).toEqual(['0001_items']);
  });

  it('leave nothing behind when one of them fails', async () => {
    await writeFile(join(directory, '0002_broken.sql'), 'CREATE TABLE broken (id nonsense);');
    await expect(migrate('shop')).rejects.toMatchObject({ code: '42704' });
    expect(await listTables('shop')).toEqual(['schema_migrations']);
    await writeFile(join(directory, '0002_broken.sql'), 'CREATE TABLE mended (id int);');
    expect(await migrate('shop')).toEqual(['0001_items', '0002_broken']);
  });

  it('wait for a table without making the statements of running instances fail', async () => {
    await migrate('shop');
    await writeFile(join(directory, '0002_name.sql'), 'ALTER TABLE items ADD COLUMN name text;');
    const admin = createDatabase({ url: testDatabase.url, name: 'admin', logger: silentLogger });
    try {
      const migrated = await database.withTransaction(async (sql) => {
        await sql.query('SELECT id FROM shop.items');
        const running = migrate('shop');
        const isWaiting = async (): Promise<boolean> => {
          const { rows } = await admin.query(
            `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'
                AND application_name = 'shop migrations' AND datname = current_database()`,
          );
          return rows.length > 0;
        };
        await waitUntil(isWaiting, { timeoutMs: 30_000, what: 'a migration that waits' });
        // Longer than a service waits for a lock this would fail.
        await admin.query('SELECT id FROM shop.items');
        return { running };
      });
      expect(await migrated.running).toEqual(['0002_name']);
    } finally {
      await admin.close();
    }
  });

  it('refuse a file that was slipped in before one that is already applied', async () => {
    await migrate('shop');
    await writeFile(join(directory, '0000_late.sql'), 'CREATE TABLE late (id int);');
    await expect(migrate('shop')).rejects.toThrow('0000_late');
  });
});
