import { emptyUsage, isEmptyUsage, type UsageReading } from '@tollgate/model-spec';
import { asWire, asWireList, isFields, readCounts } from '@tollgate/model-kit';
import type { WireUsage } from './wire';

/** Counts are disjoint already; the part of cache writes that lives an hour is listed apart. */
export function mapUsage(value: unknown): UsageReading {
  if (value === undefined || value === null) return { kind: 'missing' };
  if (!isFields(value)) return { kind: 'unusable' };
  const usage = asWire<WireUsage>(value);
  const counts = readCounts({
    input: usage.inputTokens,
    cacheRead: usage.cacheReadInputTokens,
    written: usage.cacheWriteInputTokens,
    output: usage.outputTokens,
    ...readLongWrites(usage.cacheDetails),
  });
  if (counts === undefined) return { kind: 'unusable' };
  const { cacheRead, input, output, written } = counts;
  const cacheWrite1h = Math.min(counts.written1h, written);
  const reading = {
    ...emptyUsage,
    input,
    cacheRead,
    cacheWrite5m: written - cacheWrite1h,
    cacheWrite1h,
    output,
  };
  return isEmptyUsage(reading) ? { kind: 'missing' } : { kind: 'usage', usage: reading };
}

/** The lifetime is written `1h` in the API's model; other spellings were seen in answers. */
const hour = /^(?:p?t)?1h$|^(?:p?t)?60m$/i;

function readLongWrites(details: unknown): { readonly written1h: unknown } {
  const found = asWireList<WireUsage['cacheDetails'][number]>(details).find(
    ({ ttl }) => typeof ttl === 'string' && hour.test(ttl),
  );
  return { written1h: found?.inputTokens };
}
