import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, runMigrations, type Database } from '@tollgate/postgres';
import { createTestDatabase, type TestDatabase } from '@tollgate/testing';
import { decodeReceiptDetails } from '../src/generations/decode-receipt';
import { UsageReader } from '../src/generations/usage-reader';
import { createBookStore } from '../src/ledger/book-store';
import { makeEntry } from '../src/ledger/journal-entry';
import { verifyBook } from '../src/verify/verify-book';
import { aGeneration } from './support/a-generation';

const migrations = join(__dirname, '..', 'migrations');
let testDatabase: TestDatabase<'billing'>;
let database: Database;

beforeEach(async () => {
  testDatabase = await createTestDatabase({ schemas: ['billing'] });
  database = createDatabase({
    url: testDatabase.urlOf('billing'),
    name: 'test',
    logger: silentLogger,
  });
});
afterEach(async () => {
  await database.close();
  await testDatabase.drop();
});

const migrate = (directory: string) =>
  runMigrations({
    databaseUrl: testDatabase.urlOf('billing'),
    schema: 'billing',
    directory,
    logger: silentLogger,
  });
const grant = (ulid: string, walletId: string) =>
  makeEntry(
    { id: `led_${ulid}`, occurredAtMs: 0, kind: 'grant', walletId, reference: 'g', reason: '' },
    { from: 'grants', to: `wallet:${walletId}`, amountNanos: 1_000n },
  );
const countRows = async (table: string): Promise<bigint | undefined> =>
  (await database.query<{ count: bigint }>(`SELECT count(*) FROM ${table}`)).rows[0]?.count;
const expectGoodBook = async (): Promise<void> =>
  expect((await verifyBook(database)).filter(({ breaches }) => breaches > 0)).toEqual([]);

describe('a month that begins', () => {
  it('takes over the rows that came before it had a partition', async () => {
    await migrate(migrations);
    const store = createBookStore(database);
    await store.inTransaction((book) => book.addEntries([grant('1', 'user_early')]));
    const farMs = Date.UTC(2099, 4, 20);
    const early = [farMs, farMs + 1].map((ms) =>
      aGeneration({ walletId: 'user_early', ulid: makeUlid(ms) }),
    );
    await store.postCharges(early);
    expect(await countRows('transfers_other')).toBe(3n);
    for (let times = 0; times < 2; times++) {
      await database.query("SELECT ensure_month('2099-05-07')");
      expect(await countRows('transfers_other')).toBe(1n);
      expect(await countRows('transfers_209905')).toBe(2n);
      expect(await countRows('generations_209905')).toBe(2n);
    }
    await expect(database.query('DELETE FROM transfers_other')).rejects.toThrow(/immutable/);
    await expect(database.query('DELETE FROM transfers_209905')).rejects.toThrow(/immutable/);
    expect(await store.postCharges(early)).toMatchObject({ posted: 0 });
    await expectGoodBook();
  });
});

describe('months that several instances prepare at once', () => {
  it('are made once', async () => {
    await migrate(migrations);
    const ensure = () => database.query("SELECT ensure_month('2098-01-01')");
    await Promise.all([ensure(), ensure(), ensure()]);
    expect(await countRows('transfers_209801')).toBe(0n);
  });
});

describe('a book with postings', () => {
  it('becomes one with transfers and loses nothing', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tollgate-migrations-'));
    await copyFile(join(migrations, '0001_book.sql'), join(directory, '0001_book.sql'));
    await migrate(directory);
    await rm(directory, { recursive: true });
    const ulids = [makeUlid(), makeUlid()];
    await writeOldBook(ulids);

    await migrate(migrations);

    const { rows } = await database.query<{ balance_after_nanos: bigint; wallet_version: bigint }>(
      `SELECT wallet_version, balance_after_nanos FROM transfers ORDER BY wallet_version`,
    );
    expect(rows.map((row) => [row.wallet_version, row.balance_after_nanos])).toEqual([
      [1n, 1_000n],
      [2n, 970n],
      [3n, 940n],
      [4n, 900n],
    ]);
    await expectGoodBook();
    const scope = { walletId: 'user_old', memberId: null, keyId: null };
    const reader = new UsageReader(database, decodeReceiptDetails);
    expect(await reader.findGeneration(scope, ulids[0] as string)).toMatchObject({
      costNanos: 30n,
      details: { provider: 'acme', appName: 'old app' },
    });
    const store = createBookStore(database);
    await store.postCharges([aGeneration({ walletId: 'user_old', keyId: 'key_old' })]);
    await expectGoodBook();
  });
});

/** A grant, two charges posted in one batch, and a correction, as the first migration kept them. */
async function writeOldBook(ulids: readonly string[]): Promise<void> {
  await database.query(`INSERT INTO wallets
    (id, balance_nanos, version, total_credits_nanos, total_usage_nanos)
    VALUES ('user_old', 900, 3, 960, 60)`);
  const entry = async (id: string, kind: string, nanos: number, at: string): Promise<void> => {
    const other = kind === 'settle' ? 'revenue' : 'grants';
    await database.query(
      `INSERT INTO journal_entries (id, occurred_at, kind, wallet_id, reference, posted_at)
       VALUES ($1, $2, $3, 'user_old', $1, $2)`,
      [id, at, kind],
    );
    await database.query(
      `INSERT INTO postings VALUES ($1, $2, 'wallet:user_old', $3), ($1, $2, $4, -$3::bigint)`,
      [id, at, nanos, other],
    );
  };
  await entry('led_1', 'grant', 1_000, '2026-01-01T00:00:00Z');
  for (const ulid of ulids) {
    const { createdAtMs } = aGeneration({ ulid });
    const at = new Date(createdAtMs).toISOString();
    await entry(`led_${ulid}`, 'settle', -30, at);
    await database.query(
      `INSERT INTO generations VALUES ($1, $2, 'user_old', 'user_old', 'key_old', 'acme/chat-1',
        'charged', 30, 100, 10, 5, $3)`,
      [ulid, at, { provider: 'acme', appName: 'old app', errorCode: '', cachedTokens: 2 }],
    );
    await database.query(
      `INSERT INTO usage_daily VALUES ('user_old', 'key_old', $1, 'user_old', 'acme/chat-1',
        'old app', 30, 1, 10, 5) ON CONFLICT (wallet_id, key_id, day, user_id, model, app_name)
       DO UPDATE SET spend_nanos = 60, requests = 2, prompt_tokens = 20, completion_tokens = 10`,
      [at.slice(0, 10)],
    );
  }
  await database.query("INSERT INTO key_totals VALUES ('key_old', 'user_old', 60, 2, 30, now())");
  await entry('led_9', 'adjust', -40, '2099-01-01T00:00:00Z');
}
