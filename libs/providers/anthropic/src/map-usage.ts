import { emptyUsage, isEmptyUsage, type UsageReading } from '@tollgate/model-spec';
import { asWire, isFields, readCounts } from '@tollgate/model-kit';
import type { CacheCreation, OutputTokensDetails, Usage } from './wire';

/** Anthropic's counts are disjoint already; only cache writes are split by lifetime. */
export function mapUsage(value: unknown): UsageReading {
  if (value === undefined || value === null) return { kind: 'missing' };
  if (!isFields(value)) return { kind: 'unusable' };
  const usage = asWire<Usage>(value);
  const split = asWire<CacheCreation>(usage.cache_creation);
  const counts = readCounts({
    input: usage.input_tokens,
    cacheRead: usage.cache_read_input_tokens,
    written: usage.cache_creation_input_tokens,
    written5m: split.ephemeral_5m_input_tokens,
    written1h: split.ephemeral_1h_input_tokens,
    output: usage.output_tokens,
    thinking: asWire<OutputTokensDetails>(usage.output_tokens_details).thinking_tokens,
  });
  if (counts === undefined) return { kind: 'unusable' };
  const { cacheRead, input, output, written1h, written5m } = counts;
  const written =
    usage.cache_creation_input_tokens == null ? written5m + written1h : counts.written;
  // The total is the newer number: a stream repeats it at its end, but not the split.
  const cacheWrite1h = Math.min(written1h, written);
  const reading = {
    ...emptyUsage,
    input,
    cacheRead,
    cacheWrite5m: written - cacheWrite1h,
    cacheWrite1h,
    output,
    reasoning: Math.min(counts.thinking, output),
  };
  return isEmptyUsage(reading) ? { kind: 'missing' } : { kind: 'usage', usage: reading };
}
