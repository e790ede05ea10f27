import type { OutgoingEvent } from './event-log';

const eventsPerBatchMax = 500;
/** A batch must fit into one Kafka record batch (message.max.bytes is 1 MiB by default). */
const bytesPerBatchMax = 950_000;
/** Room for id, key, headers and framing of one event. */
const bytesPerEventOverhead = 100;

/** Cuts a list into batches that an engine takes in one request; the order is kept. */
export function splitBatches(events: readonly OutgoingEvent[]): readonly OutgoingEvent[][] {
  const batches: OutgoingEvent[][] = [];
  let batch: OutgoingEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    const size =
      event.payload.byteLength + event.id.length + event.key.length + bytesPerEventOverhead;
    const isFull = batch.length >= eventsPerBatchMax || bytes + size > bytesPerBatchMax;
    if (isFull && batch.length > 0) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(event);
    bytes += size;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
