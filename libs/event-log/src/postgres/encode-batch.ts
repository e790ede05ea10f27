import type { OutgoingEvent } from '../event-log';

const lengthBytes = 4;

/** Events one after the other: id, key and payload of each, every part behind its length (u32). */
export function encodeBatch(events: readonly OutgoingEvent[]): Buffer {
  const parts: Uint8Array[] = [];
  for (const { id, key, payload } of events) {
    for (const part of [Buffer.from(id), Buffer.from(key), payload]) {
      const length = Buffer.allocUnsafe(lengthBytes);
      length.writeUInt32BE(part.length);
      parts.push(length, part);
    }
  }
  return Buffer.concat(parts);
}

export function decodeBatch(body: Buffer): OutgoingEvent[] {
  const events: OutgoingEvent[] = [];
  let position = 0;
  const take = (): Buffer => {
    const start = position + lengthBytes;
    const end = start <= body.length ? start + body.readUInt32BE(position) : start;
    if (end > body.length) throw new RangeError('a batch of events ends too early');
    position = end;
    return body.subarray(start, end);
  };
  while (position < body.length) {
    events.push({ id: take().toString(), key: take().toString(), payload: take() });
  }
  return events;
}
