import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, type Database } from '@tollgate/postgres';
import { createTestDatabase, waitUntil, type TestDatabase } from '@tollgate/testing';
import { EventRecorder } from '../../test/event-recorder';
import type { EventLog } from '../event-log';
import { appendEvents } from './append-events';
import { decodeBatch } from './encode-batch';
import { createPostgresEventLog } from './postgres-event-log';
import { createTables } from './tables';
import type { TopicPartition } from './topic-partitions';

const topic = 't';
const patience = { timeoutMs: 30_000 };

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

async function listPartitions(name: string): Promise<TopicPartition[]> {
  const { rows } = await database.query<TopicPartition>(
    'SELECT id, number FROM partitions WHERE topic = $1 ORDER BY number',
    [name],
  );
  return rows;
}

describe('an append that commits late', () => {
  it('is not stepped over by readers, nor overtaken by later appends', async () => {
    const recorder = new EventRecorder();
    const event = (id: string) => ({ id, key: 'one', payload: Buffer.from(id) });
    await log.publish(topic, [event('first')]);
    await log.subscribe({ topic, group: 'a', handle: recorder.handle });
    await waitUntil(() => recorder.ids.length === 1, patience);

    let overtaking: Promise<void> | undefined;
    await database.withTransaction(async (transaction) => {
      await appendEvents(transaction, topic, await listPartitions(topic), [event('late')]);
      overtaking = log.publish(topic, [event('after')]);
      // Longer than a poll: the reader looks, and must not see the one without the other.
      await sleep(600);
      expect(recorder.ids).toEqual(['first']);
    });
    await overtaking;
    await waitUntil(() => recorder.ids.length === 3, patience);
    expect(recorder.ids).toEqual(['first', 'late', 'after']);
    expect(recorder.events.map(({ offset }) => offset)).toEqual(['0', '1', '2']);
  });

  it('leaves no gap when it is rolled back', async () => {
    const event = (id: string) => ({ id, key: 'k', payload: Buffer.alloc(1) });
    await log.publish('u', [event('x')]);
    const rolledBack = database.withTransaction(async (transaction) => {
      await appendEvents(transaction, 'u', await listPartitions('u'), [event('gone')]);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await log.publish('u', [event('y')]);
    const { rows } = await database.query<{ first_offset: bigint; body: Buffer }>(
      `SELECT first_offset, body FROM event_batches
       WHERE partition_id IN (SELECT id FROM partitions WHERE topic = 'u') ORDER BY first_offset`,
    );
    const found = rows.map(({ first_offset, body }) => [first_offset, decodeBatch(body)[0]?.id]);
    expect(found).toEqual([
      [0n, 'x'],
      [1n, 'y'],
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

describe('events of the former layout with one row per event', () => {
  it('are read with the rest, in their order', async () => {
    await log.publish('old', [{ id: 'kept', key: 'one', payload: Buffer.from('kept') }]);
    await database.query(`
      CREATE TABLE events (partition_id integer, event_offset bigint, event_id text,
        event_key text, payload bytea, published_at timestamptz DEFAULT now());
      CREATE FUNCTION append_events(text, integer[], text[], text[], bytea[]) RETURNS void
        LANGUAGE sql AS '';
      DELETE FROM event_batches
       WHERE partition_id IN (SELECT id FROM partitions WHERE topic = 'old');
      UPDATE partitions SET next_offset = 2 WHERE topic = 'old';
      INSERT INTO events SELECT id, n, 'ü' || n, 'one', convert_to('p' || n, 'UTF8')
        FROM partitions, generate_series(0, 1) AS n WHERE topic = 'old' AND number = 0`);
    await createTables(database);
    await database.query(
      "UPDATE partitions SET next_offset = 0 WHERE topic = 'old' AND number > 0",
    );
    const recorder = new EventRecorder();
    await log.subscribe({ topic: 'old', group: 'a', handle: recorder.handle });
    await waitUntil(() => recorder.ids.length === 2, patience);
    expect(recorder.ids).toEqual(['ü0', 'ü1']);
    expect(recorder.events.map(({ payload }) => Buffer.from(payload).toString())).toEqual([
      'p0',
      'p1',
    ]);
  });
});
