import { topics, UsageRecorded } from '@tollgate/contracts';
import { parseCounterField, type HoldRef } from '@tollgate/till';
import { decodeEnvelope, encodeEnvelope } from '../../spool/spool-envelope';

export function encodeUsageRecord(record: UsageRecorded): Buffer {
  return encodeEnvelope({
    topic: topics.usage,
    key: record.walletId,
    id: record.generationUlid,
    payload: UsageRecorded.encode(record).finish(),
  });
}

/** The hold that a usage record settles, to register it in a till that has lost it. */
export function readHoldOfRecord(
  bytes: Buffer,
  instance: string,
): { hold: HoldRef; costNanos: bigint } | undefined {
  const { payload, topic } = decodeEnvelope(bytes);
  if (topic !== topics.usage) return undefined;
  const record = UsageRecorded.decode(payload);
  const hold = {
    walletId: record.walletId,
    holdId: record.generationUlid,
    instance,
    amountNanos: record.reservedNanos,
    counters: record.spendCounters.map(parseCounterField),
  };
  return { hold, costNanos: record.costNanos };
}
