import { topics } from '@tollgate/contracts';

/** A spool record: the payload with what the publisher needs to send it. */
export interface SpoolEnvelope {
  readonly topic: string;
  readonly key: string;
  readonly id: string;
  readonly payload: Uint8Array;
}

/**
 * Layout of usage: key length (u8), key, id (26), message. No key is empty, so a first byte of 0
 * means another topic: 0, its code (u8), key length, key, id length, id, message.
 */
const usageIdBytes = 26;
const textBytesMax = 255;
const topicCodes = new Map<number, string>([
  [1, topics.audit],
  [2, topics.evidence],
]);

export function encodeEnvelope({ id, key, payload, topic }: SpoolEnvelope): Buffer {
  if (topic === topics.usage) {
    const idBytes = Buffer.from(id);
    if (idBytes.length !== usageIdBytes) throw new RangeError('a usage record needs a ULID');
    return Buffer.concat([encodeText(key), idBytes, payload]);
  }
  const code = [...topicCodes].find(([, name]) => name === topic)?.[0];
  if (code === undefined) throw new RangeError(`the spool has no code for ${topic}`);
  return Buffer.concat([Buffer.of(0, code), encodeText(key), encodeText(id), payload]);
}

export function decodeEnvelope(bytes: Buffer): SpoolEnvelope {
  if (bytes[0] !== 0) {
    const key = decodeText(bytes, 0);
    const end = key.end + usageIdBytes;
    const id = bytes.toString('utf8', key.end, end);
    return { topic: topics.usage, key: key.text, id, payload: bytes.subarray(end) };
  }
  const topic = topicCodes.get(bytes[1] ?? 0);
  if (topic === undefined) throw new RangeError('a spool record has an unknown topic');
  const key = decodeText(bytes, 2);
  const id = decodeText(bytes, key.end);
  return { topic, key: key.text, id: id.text, payload: bytes.subarray(id.end) };
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length === 0 || bytes.length > textBytesMax) {
    throw new RangeError('keys and ids of the spool must have 1 to 255 bytes');
  }
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}

function decodeText(bytes: Buffer, offset: number): { text: string; end: number } {
  const end = offset + 1 + (bytes[offset] ?? 0);
  return { text: bytes.toString('utf8', offset + 1, end), end };
}
