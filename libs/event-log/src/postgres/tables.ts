import type { Database } from '@tollgate/postgres';
import { notifyChannel } from './notices';

/**
 * `partitions.next_offset` is raised under the lock of its row, which is held until the commit. So
 * offsets have no gaps, and whoever sees an event sees every earlier one of its partition: a
 * reader that goes by offset can never step over an event that commits late.
 */
const statements = [
  `CREATE TABLE IF NOT EXISTS partitions (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     topic text NOT NULL,
     number integer NOT NULL,
     next_offset bigint NOT NULL DEFAULT 0,
     UNIQUE (topic, number)
   ) WITH (fillfactor = 50)`,
  // No foreign key: append_events has just locked the partition; a check per row would add nothing.
  `CREATE TABLE IF NOT EXISTS events (
     partition_id integer NOT NULL,
     event_offset bigint NOT NULL,
     event_id text NOT NULL,
     event_key text NOT NULL,
     payload bytea NOT NULL,
     published_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (partition_id, event_offset)
   )`,
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
  // Rows are locked in the order of their ids, so that two publishers never deadlock.
  `CREATE OR REPLACE FUNCTION append_events(
     topic_name text, partition_ids integer[], ids text[], keys text[], payloads bytea[]
   ) RETURNS void LANGUAGE plpgsql AS $$
   DECLARE
     target record;
     first_offset bigint;
   BEGIN
     FOR target IN
       SELECT item AS id, count(*) AS amount
       FROM unnest(partition_ids) AS item GROUP BY item ORDER BY item
     LOOP
       UPDATE partitions SET next_offset = next_offset + target.amount
       WHERE id = target.id
       RETURNING next_offset - target.amount INTO STRICT first_offset;
       INSERT INTO events (partition_id, event_offset, event_id, event_key, payload)
       SELECT target.id,
              first_offset + row_number() OVER (ORDER BY item.position) - 1,
              item.id, item.key, item.payload
       FROM unnest(partition_ids, ids, keys, payloads) WITH ORDINALITY
              AS item (partition_id, id, key, payload, position)
       WHERE item.partition_id = target.id;
     END LOOP;
     PERFORM pg_notify('${notifyChannel}', topic_name);
   END $$`,
];

/** Creates what is missing. No service owns these tables, so no service's migrations hold them. */
export async function createTables(database: Database): Promise<void> {
  await database.withTransaction(async (transaction) => {
    await transaction.query("SELECT pg_advisory_xact_lock(hashtext('eventlog tables'))");
    for (const statement of statements) await transaction.query(statement);
  });
}
