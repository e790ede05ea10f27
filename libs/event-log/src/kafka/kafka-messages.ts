import type { KafkaMessage, Message } from 'kafkajs';
import type { IncomingEvent, OutgoingEvent } from '../event-log';

const idHeader = 'event-id';

export function encodeMessage({ id, key, payload }: OutgoingEvent): Message {
  return {
    key,
    value: Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength),
    headers: { [idHeader]: id },
  };
}

export function decodeMessage(
  message: KafkaMessage,
  place: { readonly topic: string; readonly partition: number },
): IncomingEvent {
  return {
    // A message of a foreign producer has no id; its place is one, since it never moves.
    id: readId(message) ?? `${place.topic}-${place.partition}-${message.offset}`,
    key: message.key?.toString('utf8') ?? '',
    payload: message.value ?? Buffer.alloc(0),
    topic: place.topic,
    partition: place.partition,
    offset: message.offset,
    publishedAtMs: Number(message.timestamp),
  };
}

function readId(message: KafkaMessage): string | undefined {
  const header = message.headers?.[idHeader];
  const value = Array.isArray(header) ? header[0] : header;
  return value?.toString();
}
