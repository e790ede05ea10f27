import { silentLogger } from '@tollgate/observability';
import { createDatabase, type Database } from '@tollgate/postgres';
import { createTestDatabase, waitUntil, type TestDatabase } from '@tollgate/testing';
import { EventRecorder, makeEvents } from '../../test/event-recorder';
import { partitionsDefault } from '../event-log';
import { deleteConsumed } from './delete-consumed';
import { createPostgresEventLog } from './postgres-event-log';

let testDatabase: TestDatabase<'eventlog'>;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ schemas: ['eventlog'] });
  const url = testDatabase.urlOf('eventlog');
  database = createDatabase({ url, name: 'test', logger: silentLogger });
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function countEvents(): Promise<bigint> {
  const { rows } = await database.query<{ count: bigint }>(
    'SELECT coalesce(sum(event_count), 0)::bigint AS count FROM event_batches',
  );
  return rows[0]?.count ?? -1n;
}

describe('retention', () => {
  it('deletes only what every group has read and what is old enough', async () => {
    const url = testDatabase.urlOf('eventlog');
    const log = createPostgresEventLog({ url, clientId: 'test', logger: silentLogger });
    const [fast, slow] = [new EventRecorder(), new EventRecorder()];
    const events = makeEvents({ count: 100, keys: 10 });
    await log.publish('t', events);
    await log.publish('unread', events);
    expect(await deleteConsumed(database, -1_000)).toBe(0);

    await log.subscribe({ topic: 't', group: 'fast', handle: fast.handle });
    await waitUntil(() => fast.has(events), { timeoutMs: 30_000 });
    let isSlowAllowed = false;
    await log.subscribe({
      topic: 't',
      group: 'slow',
      handle: async (batch) => {
        if (!isSlowAllowed) throw new Error('later');
        await slow.handle(batch);
      },
    });
    await waitUntil(
      async () => {
        const { rows } = await database.query(
          'SELECT 1 FROM group_offsets WHERE owner IS NOT NULL',
        );
        return rows.length === 8;
      },
      { timeoutMs: 30_000 },
    );
    expect(await deleteConsumed(database, -1_000)).toBe(0);

    isSlowAllowed = true;
    await waitUntil(() => slow.has(events), { timeoutMs: 30_000 });
    await log.close();
    expect(await deleteConsumed(database, 60_000)).toBe(0);
    expect(await deleteConsumed(database, -1_000)).toBe(partitionsDefault);
    expect(await countEvents()).toBe(100n);
  });
});
