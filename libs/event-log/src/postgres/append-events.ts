import type { Queryable } from '@tollgate/postgres';
import type { OutgoingEvent } from '../event-log';
import { choosePartition } from './choose-partition';
import { encodeBatch } from './encode-batch';
import type { TopicPartition } from './topic-partitions';

/** One statement for all events: all of them or none. */
export async function appendEvents(
  database: Queryable,
  topic: string,
  partitions: readonly TopicPartition[],
  events: readonly OutgoingEvent[],
): Promise<void> {
  const groups = groupByPartition(partitions, events);
  const ids = [...groups.keys()].sort((left, right) => left - right);
  const batches = ids.map((id) => groups.get(id) ?? []);
  const bodies = batches.map(encodeBatch);
  await database.queryNamed('eventlog_append', 'SELECT append_batches($1, $2, $3, $4, $5)', [
    topic,
    ids,
    batches.map((batch) => batch.length),
    bodies.map((body) => body.length),
    Buffer.concat(bodies),
  ]);
}

function groupByPartition(
  partitions: readonly TopicPartition[],
  events: readonly OutgoingEvent[],
): Map<number, OutgoingEvent[]> {
  const groups = new Map<number, OutgoingEvent[]>();
  for (const event of events) {
    const id = partitions[choosePartition(event.key, partitions.length)]?.id ?? 0;
    const group = groups.get(id);
    if (group) group.push(event);
    else groups.set(id, [event]);
  }
  return groups;
}
