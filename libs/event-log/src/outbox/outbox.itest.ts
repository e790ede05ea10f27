import { silentLogger } from '@tollgate/observability';
import { createDatabase, type Database } from '@tollgate/postgres';
import { createTestDatabase, measureWork, waitUntil, type TestDatabase } from '@tollgate/testing';
import type { OutgoingEvent } from '../event-log';
import { createOutboxPublisher } from './outbox-publisher';
import { outboxTableSql } from './outbox-table';
import { writeOutbox } from './write-outbox';

const patience = { timeoutMs: 30_000 };

let testDatabase: TestDatabase<'shop'>;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ schemas: ['shop'] });
  const url = testDatabase.urlOf('shop');
  database = createDatabase({ url, name: 'test', logger: silentLogger });
  await database.query(outboxTableSql);
});

afterEach(() => database.query('TRUNCATE outbox'));

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Accepts everything unless it is set to fail. */
class RecordingLog {
  readonly published: { topic: string; id: string }[] = [];
  publishesRunning = 0;
  publishesRunningMax = 0;
  failures = 0;
  failAfterStoring = false;

  async publish(topic: string, events: readonly OutgoingEvent[]): Promise<void> {
    this.publishesRunning += 1;
    this.publishesRunningMax = Math.max(this.publishesRunningMax, this.publishesRunning);
    await new Promise((resolve) => setTimeout(resolve, 5));
    this.publishesRunning -= 1;
    if (this.failures > 0 && !this.failAfterStoring) {
      this.failures -= 1;
      throw new Error('the event log is away');
    }
    this.published.push(...events.map(({ id }) => ({ topic, id })));
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('the answer was lost');
    }
  }

  get ids(): readonly string[] {
    return this.published.map(({ id }) => id);
  }
}

function startPublisher(eventLog: RecordingLog) {
  const publisher = createOutboxPublisher({ database, eventLog, logger: silentLogger });
  void publisher.start?.();
  return { stop: async () => publisher.stop?.() };
}

async function write(ids: readonly string[], topic = 'audit'): Promise<void> {
  for (const id of ids) {
    await database.withTransaction((transaction) =>
      writeOutbox(transaction, topic, { id, key: 'a', payload: Buffer.from(id) }),
    );
  }
}

async function countRows(): Promise<bigint> {
  const { rows } = await database.query<{ count: bigint }>('SELECT count(*) FROM outbox');
  return rows[0]?.count ?? -1n;
}

function makeIds(count: number, name = 'e'): string[] {
  return Array.from({ length: count }, (_, index) => `${name}${index}`);
}

describe('the outbox', () => {
  it('holds an event only if its transaction commits', async () => {
    const run = database.withTransaction(async (transaction) => {
      await writeOutbox(transaction, 'audit', { id: 'x', key: 'a', payload: Buffer.alloc(1) });
      throw new Error('no');
    });
    await expect(run).rejects.toThrow('no');
    expect(await countRows()).toBe(0n);
  });

  it('is published in order, soon, and emptied', async () => {
    const eventLog = new RecordingLog();
    const publisher = startPublisher(eventLog);
    const ids = makeIds(20);
    await write(ids);
    const { ms } = await measureWork(() =>
      waitUntil(() => eventLog.published.length === 20, patience),
    );
    expect(ms).toBeLessThan(8_000);
    expect(eventLog.ids).toEqual(ids);
    await waitUntil(async () => (await countRows()) === 0n, patience);
    await publisher.stop();
  });

  it('sends each event to its own topic', async () => {
    const eventLog = new RecordingLog();
    await write(['a1'], 'audit');
    await write(['u1'], 'usage');
    const publisher = startPublisher(eventLog);
    await waitUntil(() => eventLog.published.length === 2, patience);
    await publisher.stop();
    expect(eventLog.published).toEqual([
      { topic: 'audit', id: 'a1' },
      { topic: 'usage', id: 'u1' },
    ]);
  });

  it('keeps events while the event log is away and publishes them afterwards, in order', async () => {
    const eventLog = new RecordingLog();
    eventLog.failures = 3;
    const ids = makeIds(1_100);
    await database.withTransaction(async (transaction) => {
      for (const id of ids) {
        await writeOutbox(transaction, 'audit', { id, key: 'a', payload: Buffer.alloc(1) });
      }
    });
    const publisher = startPublisher(eventLog);
    await waitUntil(() => eventLog.published.length >= ids.length, patience);
    await publisher.stop();
    expect(eventLog.ids).toEqual(ids);
  });

  it('publishes again what was published but not deleted, and so at least once', async () => {
    const eventLog = new RecordingLog();
    eventLog.failures = 1;
    eventLog.failAfterStoring = true;
    await write(['a', 'b']);
    const publisher = startPublisher(eventLog);
    await waitUntil(() => eventLog.published.length === 4, patience);
    await publisher.stop();
    expect(eventLog.ids).toEqual(['a', 'b', 'a', 'b']);
    expect(await countRows()).toBe(0n);
  });

  it('is published once, by one at a time, when two publishers run', async () => {
    const eventLog = new RecordingLog();
    const publishers = [startPublisher(eventLog), startPublisher(eventLog)];
    const ids = makeIds(60);
    await write(ids);
    await waitUntil(() => eventLog.published.length >= 60, patience);
    await Promise.all(publishers.map((publisher) => publisher.stop()));
    expect(eventLog.ids).toEqual(ids);
    expect(eventLog.publishesRunningMax).toBe(1);
  });

  it('is emptied once more when the publisher stops', async () => {
    const eventLog = new RecordingLog();
    const publisher = startPublisher(eventLog);
    await waitUntil(async () => (await countRows()) === 0n, patience);
    const stopping = write(['last']).then(() => publisher.stop());
    await stopping;
    expect(eventLog.ids).toEqual(['last']);
  });
});
