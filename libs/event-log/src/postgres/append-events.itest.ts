import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, type Database } from '@tollgate/postgres';
import { createTestDatabase, waitUntil, type TestDatabase } from '@tollgate/testing';
import { EventRecorder } from '../../test/event-recorder';
import type { EventLog } from '../event-log';
import { createPostgresEventLog } from './postgres-event-log';

const topic = 't';
const patience = { timeoutMs: 10_000 };

let testDatabase: TestDatabase<'eventlog'>;
let database: Database;
let log: EventLog;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ schemas: ['eventlog'] });
  const options = { url: testDatabase.urlOf('eventlog'), logger: silentLogger };
  database = createDatabase({ ...options, name: 'test' });
  log = createPostgresEventLog({ ...options, clientId: 'test' });
});

afterAll(async () => {
  await log.close();
  await database.close();
  await testDatabase.drop();
});

describe('an append that commits late', () => {
  it('is not stepped over by readers, nor overtaken by later appends', async () => {
    const recorder = new EventRecorder();
    const event = (id: string) => ({ id, key: 'one', payload: Buffer.from(id) });
    await log.publish(topic, [event('first')]);
    await log.subscribe({ topic, group: 'a', handle: recorder.handle });
    await waitUntil(() => recorder.ids.length === 1, patience);

    let overtaking: Promise<void> | undefined;
    await database.withTransaction(async (transaction) => {
      await transaction.query(
        `SELECT append_events($1, ARRAY[partition_id], ARRAY['late'], ARRAY['one'],
           ARRAY['late'::bytea]) FROM events WHERE event_id = 'first'`,
        [topic],
      );
      overtaking = log.publish(topic, [event('after')]);
      // Longer than a poll: the reader looks, and must not see the one without the other.
      await sleep(600);
      expect(recorder.ids).toEqual(['first']);
    });
    await overtaking;
    await waitUntil(() => recorder.ids.length === 3, patience);
    expect(recorder.ids).toEqual(['first', 'late', 'after']);
    expect(recorder.events.map(({ offset }) => offset)).toEqual(['0', '1', '2']);
  }, 30_000);

  it('leaves no gap when it is rolled back', async () => {
    await log.publish('u', [{ id: 'x', key: 'k', payload: Buffer.alloc(1) }]);
    const rolledBack = database.withTransaction(async (transaction) => {
      await transaction.query(
        `SELECT append_events('u', ARRAY[partition_id], ARRAY['gone'], ARRAY['k'],
           ARRAY['gone'::bytea]) FROM events WHERE event_id = 'x'`,
      );
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await log.publish('u', [{ id: 'y', key: 'k', payload: Buffer.alloc(1) }]);
    const { rows } = await database.query(
      "SELECT event_id, event_offset FROM events WHERE event_key = 'k' ORDER BY event_offset",
    );
    expect(rows).toEqual([
      { event_id: 'x', event_offset: 0n },
      { event_id: 'y', event_offset: 1n },
    ]);
  });
});

describe('a topic', () => {
  it('keeps the number of partitions it began with', async () => {
    const url = testDatabase.urlOf('eventlog');
    const logger = silentLogger;
    const wider = createPostgresEventLog({ url, logger, clientId: 'wider', partitions: 9 });
    await wider.publish('v', [{ id: 'a', key: 'k', payload: Buffer.alloc(1) }]);
    await wider.publish(topic, [{ id: 'b', key: 'k', payload: Buffer.alloc(1) }]);
    await wider.close();
    const { rows } = await database.query(
      'SELECT topic, count(*)::integer FROM partitions WHERE topic IN ($1, $2) GROUP BY 1 ORDER BY 1',
      [topic, 'v'],
    );
    expect(rows).toEqual([
      { topic, count: 4 },
      { topic: 'v', count: 9 },
    ]);
  });
});
