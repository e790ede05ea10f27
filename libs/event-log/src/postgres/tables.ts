import type { Database } from '@tollgate/postgres';
import { notifyChannel } from './notices';

/**
 * `partitions.next_offset` is raised under the lock of its row, which is held until the commit. So
 * offsets have no gaps, and a reader that sees an event sees every earlier one of its partition:
 * reading by offset can never skip an event that commits late.
 */
const statements = [
  `CREATE TABLE IF NOT EXISTS partitions (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     topic text NOT NULL,
     number integer NOT NULL,
     next_offset bigint NOT NULL DEFAULT 0,
     UNIQUE (topic, number)
   ) WITH (fillfactor = 50)`,
  // One row holds the events of one append to one partition: a row, an index entry and a lock per
  // event cost more than the events. No foreign key: append_batches has just locked the partition.
  `CREATE TABLE IF NOT EXISTS event_batches (
     partition_id integer NOT NULL,
     first_offset bigint NOT NULL,
     event_count integer NOT NULL,
     body bytea NOT NULL,
     published_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (partition_id, first_offset)
   )`,
  // Usage records do not shrink enough to be worth the time.
  'ALTER TABLE event_batches ALTER COLUMN body SET STORAGE EXTERNAL',
  `CREATE TABLE IF NOT EXISTS group_members (
     group_name text NOT NULL,
     topic text NOT NULL,
     member text NOT NULL,
     alive_until timestamptz NOT NULL,
     PRIMARY KEY (group_name, topic, member)
   )`,
  `CREATE TABLE IF NOT EXISTS group_offsets (
     group_name text NOT NULL,
     partition_id integer NOT NULL REFERENCES partitions,
     next_offset bigint NOT NULL DEFAULT 0,
     owner text,
     lease_until timestamptz,
     epoch bigint NOT NULL DEFAULT 0,
     PRIMARY KEY (group_name, partition_id)
   ) WITH (fillfactor = 50)`,
  // `bodies` is the batches one after the other: an array of bytea would travel as hex text.
  // Partitions come in the order of their ids, so that two publishers never deadlock.
  `CREATE OR REPLACE FUNCTION append_batches(
     topic_name text, partition_ids integer[], counts integer[], sizes integer[], bodies bytea
   ) RETURNS void LANGUAGE plpgsql AS $$
   DECLARE
     position integer := 1;
     batch_offset bigint;
   BEGIN
     FOR item IN 1 .. cardinality(partition_ids) LOOP
       UPDATE partitions SET next_offset = next_offset + counts[item]
       WHERE id = partition_ids[item]
       RETURNING next_offset - counts[item] INTO STRICT batch_offset;
       INSERT INTO event_batches (partition_id, first_offset, event_count, body)
       VALUES (partition_ids[item], batch_offset, counts[item],
               substring(bodies FROM position FOR sizes[item]));
       position := position + sizes[item];
     END LOOP;
     PERFORM pg_notify('${notifyChannel}', topic_name);
   END $$`,
  // Events of the former layout with one row per event, converted to that of encode-batch.ts.
  `DO $$
   BEGIN
     IF to_regclass('events') IS NOT NULL THEN
       INSERT INTO event_batches (partition_id, first_offset, event_count, body, published_at)
       SELECT partition_id, event_offset, 1,
              int4send(octet_length(event_id)) || convert_to(event_id, 'UTF8')
              || int4send(octet_length(event_key)) || convert_to(event_key, 'UTF8')
              || int4send(octet_length(payload)) || payload,
              published_at
       FROM events;
       DROP TABLE events;
       DROP FUNCTION append_events(text, integer[], text[], text[], bytea[]);
     END IF;
   END $$`,
];

/** Creates what is missing. No service owns these tables, so no service's migrations hold them. */
export async function createTables(database: Database): Promise<void> {
  await database.withTransaction(async (transaction) => {
    await transaction.query("SELECT pg_advisory_xact_lock(hashtext('eventlog tables'))");
    for (const statement of statements) await transaction.query(statement);
  });
}
