import { join } from 'node:path';
import { topics, UsageRecorded } from '@tollgate/contracts';
import { createEventLog, getParkedTopic, type EventLog } from '@tollgate/event-log';
import { makeUlid } from '@tollgate/ids';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { createDatabase, runMigrations, type Database } from '@tollgate/postgres';
import {
  createTestDatabase,
  startLossyProxy,
  waitUntil,
  type LossyProxy,
  type TestDatabase,
} from '@tollgate/testing';
import { createBookStore } from '../src/ledger/book-store';
import { walletAccount } from '../src/ledger/journal-entry';
import { postUsageUseCase } from '../src/ledger/post-usage';
import type { Generation } from '../src/ledger/usage';
import { createUsageConsumer } from '../src/ledger/usage.consumer';
import { verifyBook } from '../src/verify/verify-book';
import { aGeneration, aUsageRecord } from './support/a-generation';

let testDatabase: TestDatabase<'billing' | 'eventlog'>;
let database: Database;
let proxy: LossyProxy;
let proxied: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ schemas: ['billing', 'eventlog'] });
  const url = new URL(testDatabase.urlOf('billing'));
  const directory = join(__dirname, '..', 'migrations');
  const options = { databaseUrl: url.href, schema: 'billing', directory, logger: silentLogger };
  await runMigrations(options);
  proxy = await startLossyProxy({ host: url.hostname, port: Number(url.port) });
  database = createDatabase({ url: url.href, name: 'test', logger: silentLogger });
  url.port = String(proxy.port);
  proxied = createDatabase({ url: url.href, name: 'proxied', logger: silentLogger });
});
afterAll(async () => {
  await proxied.close();
  await proxy.stop();
  await database.close();
  await testDatabase.drop();
});

const till = { post: async (): Promise<void> => undefined };

/** A wallet with a thousand nanos. */
async function aWallet(): Promise<string> {
  const walletId = `user_${makeUlid()}`;
  await createBookStore(database).inTransaction((book) =>
    book.addEntries([
      {
        id: `led_${makeUlid()}`,
        occurredAtMs: Date.now(),
        kind: 'grant',
        walletId,
        reference: 'test',
        reason: 'test',
        moves: [{ from: 'grants', to: walletAccount(walletId), amountNanos: 1_000n }],
      },
    ]),
  );
  return walletId;
}

async function sumCharges(walletId: string): Promise<{ count: bigint; nanos: bigint }> {
  const { rows } = await database.query<{ count: bigint; nanos: bigint }>(
    `SELECT count(*) AS count, coalesce(sum(amount_nanos), 0)::bigint AS nanos
       FROM transfers WHERE wallet_id = $1 AND kind = 'settle'`,
    [walletId],
  );
  return rows[0] ?? { count: -1n, nanos: -1n };
}

async function expectSoundBook(): Promise<void> {
  const results = await verifyBook(database);
  expect(results.filter(({ breaches }) => breaches > 0)).toEqual([]);
}

describe('a commit whose reply is lost', () => {
  it('is not repeated when the batch is delivered again', async () => {
    const walletId = await aWallet();
    const postUsage = postUsageUseCase({ store: createBookStore(proxied), till });
    const batches = Array.from({ length: 20 }, () =>
      Array.from({ length: 5 }, () => aGeneration({ walletId, costNanos: 7n })),
    );
    for (const [index, batch] of batches.entries()) {
      if (index % 2 === 0) proxy.loseNextReply();
      await postUntilAcknowledged(postUsage, batch);
    }
    expect(proxy.lost()).toBeGreaterThan(5);
    expect(await sumCharges(walletId)).toEqual({ count: 100n, nanos: 700n });
    await expectSoundBook();
  });
});

async function postUntilAcknowledged(
  postUsage: ReturnType<typeof postUsageUseCase>,
  batch: readonly Generation[],
): Promise<void> {
  await waitUntil(
    () =>
      postUsage(batch).then(
        () => true,
        () => false,
      ),
    { timeoutMs: 30_000, pollMs: 10 },
  );
}

describe('the events of calls', () => {
  let eventLog: EventLog;
  beforeAll(() => {
    const databaseUrl = testDatabase.urlOf('eventlog');
    const settings = { adapter: 'postgres', databaseUrl, kafkaBrokers: [] } as const;
    eventLog = createEventLog({ settings, clientId: 'test', logger: silentLogger });
  });
  afterAll(() => eventLog.close());

  it('are posted once when they come twice, out of order, and with a poisoned one among them', async () => {
    const walletId = await aWallet();
    const events = Array.from({ length: 40 }, () => {
      const record = aUsageRecord({ walletId, costNanos: 3n });
      return {
        id: record.generationUlid,
        key: walletId,
        payload: UsageRecorded.encode(record).finish(),
      };
    });
    const poison = { id: makeUlid(), key: walletId, payload: Buffer.from([255, 255, 255]) };
    await eventLog.publish(topics.usage, [...events].reverse());
    await eventLog.publish(topics.usage, [poison, ...events]);
    const parked: string[] = [];
    await eventLog.subscribe({
      topic: getParkedTopic(topics.usage),
      group: 'test',
      handle: async (batch) => void parked.push(...batch.map(({ id }) => id)),
    });
    const consumer = createUsageConsumer({
      eventLog,
      postUsage: postUsageUseCase({ store: createBookStore(database), till }),
      logger: silentLogger,
      metrics: createMetrics('test'),
    });
    await consumer.start?.();
    await waitUntil(() => parked.length > 0, { timeoutMs: 30_000 });
    await waitUntil(async () => (await sumCharges(walletId)).count === 40n, { timeoutMs: 30_000 });
    await consumer.stop?.();
    expect(parked).toEqual([poison.id]);
    expect(await sumCharges(walletId)).toEqual({ count: 40n, nanos: 120n });
    await expectSoundBook();
  });
});
