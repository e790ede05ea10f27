import { emptyUsage, type UsageReading } from '@tollgate/model-spec';
import { asWire, isFields, readCounts } from '@tollgate/model-kit';
import type { ResponseUsage } from './wire';

/** Inclusive counts (cached and written in input, reasoning in output) to disjoint ones. */
export function mapUsage(value: unknown): UsageReading {
  if (value === undefined || value === null) return { kind: 'missing' };
  if (!isFields(value)) return { kind: 'unusable' };
  const usage = asWire<ResponseUsage>(value);
  const inputDetails = asWire<ResponseUsage.InputTokensDetails & { cache_write_tokens: number }>(
    usage.input_tokens_details,
  );
  const outputDetails = asWire<ResponseUsage.OutputTokensDetails>(usage.output_tokens_details);
  const counts = readCounts({
    input: usage.input_tokens,
    output: usage.output_tokens,
    cached: inputDetails.cached_tokens,
    written: inputDetails.cache_write_tokens,
    reasoning: outputDetails.reasoning_tokens,
  });
  if (counts === undefined) return { kind: 'unusable' };
  const { cached, input, output, reasoning, written } = counts;
  if (input + output === 0) return { kind: 'missing' };
  if (cached + written > input || reasoning > output) return { kind: 'unusable' };
  return {
    kind: 'usage',
    usage: {
      ...emptyUsage,
      input: input - cached - written,
      cacheRead: cached,
      cacheWrite5m: written,
      output,
      reasoning,
    },
  };
}
