import type { Database } from '@tollgate/postgres';
import type { OutgoingEvent } from '../event-log';
import { choosePartition } from './choose-partition';
import type { TopicPartition } from './topic-partitions';

/** One statement for all events: all of them or none. */
export async function appendEvents(
  database: Database,
  topic: string,
  partitions: readonly TopicPartition[],
  events: readonly OutgoingEvent[],
): Promise<void> {
  const partitionIds: number[] = [];
  const ids: string[] = [];
  const keys: string[] = [];
  const payloads: Uint8Array[] = [];
  for (const { id, key, payload } of events) {
    partitionIds.push(partitions[choosePartition(key, partitions.length)]?.id ?? 0);
    ids.push(id);
    keys.push(key);
    payloads.push(payload);
  }
  await database.queryNamed('eventlog_append', 'SELECT append_events($1, $2, $3, $4, $5)', [
    topic,
    partitionIds,
    ids,
    keys,
    payloads,
  ]);
}
