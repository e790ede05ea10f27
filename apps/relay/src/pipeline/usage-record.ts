import { UsageRecorded } from '@tollgate/contracts';
import { parseCounterField, type HoldRef } from '@tollgate/till';

/**
 * A spool record: the partition key and the event's id in front of the message, so that the
 * publisher need not decode what it only carries. Layout: key length (u8), key, id (26), message.
 */
const idBytes = 26;
const keyBytesMax = 255;

export interface UsageEnvelope {
  readonly key: string;
  readonly id: string;
  readonly payload: Uint8Array;
}

export function encodeUsageRecord(record: UsageRecorded): Buffer {
  const key = Buffer.from(record.walletId);
  const id = Buffer.from(record.generationUlid);
  if (key.length === 0 || key.length > keyBytesMax || id.length !== idBytes) {
    throw new RangeError('a usage record needs a wallet and a ULID');
  }
  return Buffer.concat([Buffer.of(key.length), key, id, UsageRecorded.encode(record).finish()]);
}

export function decodeUsageEnvelope(bytes: Buffer): UsageEnvelope {
  const keyEnd = 1 + (bytes[0] ?? 0);
  const idEnd = keyEnd + idBytes;
  return {
    key: bytes.toString('utf8', 1, keyEnd),
    id: bytes.toString('utf8', keyEnd, idEnd),
    payload: bytes.subarray(idEnd),
  };
}

/** The hold that a record settles, for telling a till that has forgotten it. */
export function readHoldOfRecord(
  bytes: Buffer,
  instance: string,
): { hold: HoldRef; costNanos: bigint } {
  const record = UsageRecorded.decode(decodeUsageEnvelope(bytes).payload);
  const hold = {
    walletId: record.walletId,
    holdId: record.generationUlid,
    instance,
    amountNanos: record.reservedNanos,
    counters: record.spendCounters.map(parseCounterField),
  };
  return { hold, costNanos: record.costNanos };
}
