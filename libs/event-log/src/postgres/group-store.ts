import type { Database } from '@tollgate/postgres';
import type { IncomingEvent } from '../event-log';
import { decodeBatch } from './encode-batch';
import { makeMembersNotice, notifyChannel } from './notices';

/** The right to read one partition for one group; the epoch outdates every earlier holder. */
export interface Lease {
  readonly partitionId: number;
  readonly partition: number;
  readonly epoch: bigint;
  readonly nextOffset: bigint;
  /** The end of the partition when the lease was taken or extended. */
  readonly end: bigint;
}

export interface GroupMember {
  readonly group: string;
  readonly topic: string;
  readonly member: string;
}

interface BatchRow {
  first_offset: bigint;
  body: Buffer;
  published_at: Date;
}

/** A batch is at most what one publish splits off, so this bounds a read in bytes as well. */
const batchesPerReadMax = 4;

interface LeaseRow {
  partition_id: number;
  number: number;
  epoch: bigint;
  next_offset: bigint;
  end_offset: bigint;
}

type BeatRow =
  | ({ member: null; is_new: false } & LeaseRow)
  | { member: string; is_new: boolean; partition_id: null };

/**
 * Marks this member as alive and extends the leases it holds. Returns these leases, and all living
 * members in the same order for all. One statement, because every reader of a service does this
 * every two seconds, also when there is nothing to read.
 */
export async function beat(
  database: Database,
  member: GroupMember,
  sessionTimeoutMs: number,
): Promise<{ readonly members: readonly string[]; readonly leases: readonly Lease[] }> {
  const { group, topic } = member;
  const { rows } = await database.queryNamed<BeatRow>(
    'eventlog_beat',
    `WITH beaten AS (
       INSERT INTO group_members (group_name, topic, member, alive_until)
       VALUES ($1, $2, $3, now() + $4::integer * interval '1 ms')
       ON CONFLICT (group_name, topic, member) DO UPDATE SET alive_until = excluded.alive_until
       RETURNING member, xmax = 0 AS is_new
     ), extended AS (
       UPDATE group_offsets AS held SET lease_until = now() + $4::integer * interval '1 ms'
       FROM partitions
       WHERE partitions.id = held.partition_id AND partitions.topic = $2
         AND held.group_name = $1 AND held.owner = $3
       RETURNING held.partition_id, partitions.number, held.epoch, held.next_offset,
                 partitions.next_offset AS end_offset
     ), alive AS (
       SELECT member, is_new FROM beaten
       UNION ALL
       SELECT member, false FROM group_members
       WHERE group_name = $1 AND topic = $2 AND member <> $3 AND alive_until > now()
     )
     SELECT member, is_new, partition_id, number, epoch, next_offset, end_offset
     FROM alive FULL JOIN extended ON false
     ORDER BY member`,
    [group, topic, member.member, sessionTimeoutMs],
  );
  if (rows.some(({ is_new: isNew }) => isNew)) await tellMembers(database, topic);
  return {
    members: rows.flatMap((row) => row.member ?? []),
    leases: rows.flatMap((row) => (row.partition_id === null ? [] : toLease(row))),
  };
}

/** Also forgets members that died without leaving. */
export async function leave(database: Database, member: GroupMember): Promise<void> {
  await database.query(
    `DELETE FROM group_members
     WHERE group_name = $1 AND topic = $2 AND (member = $3 OR alive_until < now())`,
    [member.group, member.topic, member.member],
  );
  await tellMembers(database, member.topic);
}

/** Makes the readers of the topic look at once whether partitions have to change hands. */
async function tellMembers(database: Database, topic: string): Promise<void> {
  await database.query('SELECT pg_notify($1, $2)', [notifyChannel, makeMembersNotice(topic)]);
}

/** Extends the held leases and takes requested ones that are free; returns all held leases. */
export async function takeLeases(
  database: Database,
  { group, topic, member }: GroupMember,
  wanted: readonly number[],
  sessionTimeoutMs: number,
): Promise<readonly Lease[]> {
  const { rows } = await database.queryNamed<LeaseRow>(
    'eventlog_take_leases',
    `UPDATE group_offsets AS held
     SET owner = $3,
         lease_until = now() + $5::integer * interval '1 ms',
         epoch = CASE WHEN held.owner = $3 THEN held.epoch ELSE held.epoch + 1 END
     FROM partitions
     WHERE partitions.id = held.partition_id AND partitions.topic = $2 AND held.group_name = $1
       AND (held.owner = $3
            OR (partitions.number = ANY($4::integer[])
                AND (held.owner IS NULL OR held.lease_until < now())))
     RETURNING held.partition_id, partitions.number, held.epoch, held.next_offset,
               partitions.next_offset AS end_offset`,
    [group, topic, member, wanted, sessionTimeoutMs],
  );
  return rows.map(toLease);
}

function toLease(row: LeaseRow): Lease {
  return {
    partitionId: row.partition_id,
    partition: row.number,
    epoch: row.epoch,
    nextOffset: row.next_offset,
    end: row.end_offset,
  };
}

export async function ensureGroup(
  database: Database,
  { group, topic }: GroupMember,
): Promise<void> {
  await database.query(
    `INSERT INTO group_offsets (group_name, partition_id)
     SELECT $1, id FROM partitions WHERE topic = $2
     ON CONFLICT DO NOTHING`,
    [group, topic],
  );
}

/** Releases a partition and notifies the other members. */
export async function releaseLease(
  database: Database,
  { group, topic, member }: GroupMember,
  lease: Lease,
): Promise<void> {
  await database.query(
    `UPDATE group_offsets SET owner = NULL, lease_until = NULL
     WHERE group_name = $1 AND partition_id = $2 AND owner = $3 AND epoch = $4`,
    [group, lease.partitionId, member, lease.epoch],
  );
  await tellMembers(database, topic);
}

/** False when another member holds the partition by now: its offset is no longer ours to move. */
export async function commitOffset(
  database: Database,
  { group, member }: GroupMember,
  lease: Lease,
  nextOffset: bigint,
): Promise<boolean> {
  const { rowCount } = await database.queryNamed(
    'eventlog_commit',
    `UPDATE group_offsets SET next_offset = $5
     WHERE group_name = $1 AND partition_id = $2 AND owner = $3 AND epoch = $4`,
    [group, lease.partitionId, member, lease.epoch, nextOffset],
  );
  return rowCount === 1;
}

/**
 * The events from an offset on, at least one if there is any: whole batches, without those before
 * the offset in the first batch.
 */
export async function readEvents(
  database: Database,
  topic: string,
  lease: Lease,
  offset: bigint,
): Promise<readonly IncomingEvent[]> {
  const { rows } = await database.queryNamed<BatchRow>(
    'eventlog_read',
    `SELECT first_offset, body, published_at FROM event_batches
     WHERE partition_id = $1 AND first_offset >= coalesce(
       (SELECT max(first_offset) FROM event_batches
        WHERE partition_id = $1 AND first_offset <= $2), 0)
     ORDER BY first_offset LIMIT $3`,
    [lease.partitionId, offset, batchesPerReadMax],
  );
  const { partition } = lease;
  return rows.flatMap(({ body, first_offset: first, published_at: publishedAt }) =>
    decodeBatch(body)
      .map((event, index) => ({ event, offset: first + BigInt(index) }))
      .filter((item) => item.offset >= offset)
      .map((item) => ({
        ...item.event,
        topic,
        partition,
        offset: item.offset.toString(),
        publishedAtMs: publishedAt.getTime(),
      })),
  );
}

/** The end of each partition, by partition id. */
export async function readEnds(
  database: Database,
  topic: string,
): Promise<ReadonlyMap<number, bigint>> {
  const { rows } = await database.queryNamed<{ id: number; next_offset: bigint }>(
    'eventlog_ends',
    'SELECT id, next_offset FROM partitions WHERE topic = $1',
    [topic],
  );
  return new Map(rows.map((row) => [row.id, row.next_offset]));
}
