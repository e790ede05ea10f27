import { silentLogger } from '@tollgate/observability';
import { createTestDatabase, waitUntil, type TestDatabase } from '@tollgate/testing';
import {
  createDatabase,
  createListener,
  isTransientDatabaseError,
  isUniqueViolation,
  type Database,
} from './index';

let testDatabase: TestDatabase<'shop'>;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ schemas: ['shop'] });
  database = open({});
  await database.query('CREATE TABLE items (id text PRIMARY KEY, amount bigint NOT NULL)');
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

function open(settings: { statementTimeoutMs?: number; lockTimeoutMs?: number }): Database {
  const url = testDatabase.urlOf('shop');
  return createDatabase({ url, name: 'test', logger: silentLogger, ...settings });
}

async function countItems(prefix: string): Promise<bigint> {
  const { rows } = await database.query<{ count: bigint }>(
    'SELECT count(*) FROM items WHERE id LIKE $1',
    [`${prefix}%`],
  );
  return rows[0]?.count ?? -1n;
}

describe('a query', () => {
  it('keeps bigint values exact in both directions, alone and in arrays', async () => {
    const amounts = [9_007_199_254_740_993n, -1n];
    const { rows } = await database.query<{ one: bigint; many: bigint[]; none: bigint[] }>(
      'SELECT $1::bigint AS one, $2::bigint[] AS many, ARRAY[]::bigint[] AS none',
      [amounts[0], amounts],
    );
    expect(rows).toEqual([{ one: amounts[0], many: amounts, none: [] }]);
  });

  it('as a prepared statement is parsed once per connection', async () => {
    await database.withTransaction(async (transaction) => {
      for (const id of ['p1', 'p2', 'p3']) {
        await transaction.queryNamed('insert_item', 'INSERT INTO items VALUES ($1, $2)', [id, 1n]);
      }
      const { rows } = await transaction.query<{ name: string }>(
        "SELECT name FROM pg_prepared_statements WHERE name = 'insert_item'",
      );
      expect(rows).toHaveLength(1);
    });
    expect(await countItems('p')).toBe(3n);
  });

  it('that violates a constraint reports which one', async () => {
    await database.query("INSERT INTO items VALUES ('unique', 1)");
    const error: unknown = await database
      .query("INSERT INTO items VALUES ('unique', 2)")
      .catch((caught: unknown) => caught);
    expect(isUniqueViolation(error, 'items_pkey')).toBe(true);
  });

  it('is ended by the server when it takes too long', async () => {
    const impatient = open({ statementTimeoutMs: 100 });
    const error: unknown = await impatient
      .query('SELECT pg_sleep(5)')
      .catch((caught: unknown) => caught);
    await impatient.close();
    expect(error).toMatchObject({ code: '57014' });
    expect(isTransientDatabaseError(error)).toBe(true);
  });

  it('works again on a new connection after the server ended the old one', async () => {
    await database.query('SELECT 1');
    const admin = createDatabase({ url: testDatabase.url, name: 'admin', logger: silentLogger });
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'test' AND datname = current_database()`,
    );
    await admin.close();
    await waitUntil(() => database.checkHealth().then(() => true), { timeoutMs: 30_000 });
    expect((await database.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('a transaction', () => {
  it('keeps nothing when it throws', async () => {
    const run = database.withTransaction(async (transaction) => {
      await transaction.query("INSERT INTO items VALUES ('gone', 1)");
      throw new Error('changed my mind');
    });
    await expect(run).rejects.toThrow('changed my mind');
    expect(await countItems('gone')).toBe(0n);
  });

  it('fails when a failed statement inside it was ignored', async () => {
    const run = database.withTransaction(async (transaction) => {
      await transaction.query("INSERT INTO items VALUES ('ignored', 1)");
      await transaction.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(run).rejects.toThrow('rolled back instead of committed');
    expect(await countItems('ignored')).toBe(0n);
  });

  it('runs again after a serialization failure, so that no update is lost', async () => {
    await database.query("INSERT INTO items VALUES ('counter', 0)");
    const increment = (): Promise<void> =>
      database.withTransaction(
        async (transaction) => {
          const { rows } = await transaction.query<{ amount: bigint }>(
            "SELECT amount FROM items WHERE id = 'counter'",
          );
          const next = (rows[0]?.amount ?? 0n) + 1n;
          await transaction.query("UPDATE items SET amount = $1 WHERE id = 'counter'", [next]);
        },
        { isolation: 'serializable', attemptsMax: 50 },
      );
    await Promise.all(Array.from({ length: 8 }, increment));
    const { rows } = await database.query("SELECT amount FROM items WHERE id = 'counter'");
    expect(rows).toEqual([{ amount: 8n }]);
  });

  it('runs again after a deadlock', async () => {
    await database.query("INSERT INTO items VALUES ('dead-a', 0), ('dead-b', 0)");
    const bump = (first: string, second: string): Promise<void> =>
      database.withTransaction(async (transaction) => {
        const text = 'UPDATE items SET amount = amount + 1 WHERE id = $1';
        await transaction.query(text, [first]);
        await transaction.query('SELECT pg_sleep(0.2)');
        await transaction.query(text, [second]);
      });
    await Promise.all([bump('dead-a', 'dead-b'), bump('dead-b', 'dead-a')]);
    const { rows } = await database.query("SELECT amount FROM items WHERE id LIKE 'dead-%'");
    expect(rows).toEqual([{ amount: 2n }, { amount: 2n }]);
  });

  it('gives up after the allowed attempts', async () => {
    let attempts = 0;
    const run = database.withTransaction(
      async (transaction) => {
        attempts += 1;
        await transaction.query(
          "DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END $$",
        );
      },
      { attemptsMax: 3 },
    );
    await expect(run).rejects.toMatchObject({ code: '40001' });
    expect(attempts).toBe(3);
  });

  it('does not wait for a lock longer than its limit', async () => {
    await database.query("INSERT INTO items VALUES ('locked', 0)");
    const impatient = open({ lockTimeoutMs: 100 });
    await database.withTransaction(async (transaction) => {
      await transaction.query("SELECT 1 FROM items WHERE id = 'locked' FOR UPDATE");
      const blocked = impatient.query("UPDATE items SET amount = 1 WHERE id = 'locked'");
      await expect(blocked).rejects.toMatchObject({ code: '55P03' });
    });
    await impatient.close();
  });
});

describe('a listener', () => {
  it('receives notifications, and again after its connection was lost', async () => {
    const heard: string[] = [];
    const listener = createListener({
      url: testDatabase.urlOf('shop'),
      name: 'ear',
      channel: 'news',
      logger: silentLogger,
      onNotification: (payload) => heard.push(payload),
    });
    listener.start();
    await waitUntil(() => heard.length === 1, { timeoutMs: 30_000, what: 'the first connect' });
    await database.query("SELECT pg_notify('news', 'first')");
    await waitUntil(() => heard.includes('first'), { timeoutMs: 30_000 });

    const admin = createDatabase({ url: testDatabase.url, name: 'admin', logger: silentLogger });
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name LIKE 'ear%' AND datname = current_database()`,
    );
    await admin.close();
    await waitUntil(() => heard.length === 3, { timeoutMs: 30_000, what: 'the second connect' });
    await database.query("SELECT pg_notify('news', 'second')");
    await waitUntil(() => heard.includes('second'), { timeoutMs: 30_000 });
    await listener.stop();
    expect(heard).toEqual(['', 'first', '', 'second']);
  });
});
