import { nanosToUsdNumber } from '@tollgate/money';
import { countOutputTokens, type SettledUsage } from '@tollgate/model-spec';
import { costField, type WireDeltaUsage, type WireUsage } from './wire';

/** The usage of a whole answer. Input is what was neither read from a cache nor written to one. */
export function renderUsage(settled: SettledUsage): WireUsage {
  const { cacheWrite1h, cacheWrite5m } = settled.usage;
  const { [costField]: cost, ...counts } = renderDeltaUsage(settled);
  return {
    ...counts,
    input_tokens: counts.input_tokens ?? 0,
    cache_creation: {
      ephemeral_5m_input_tokens: cacheWrite5m,
      ephemeral_1h_input_tokens: cacheWrite1h,
    },
    [costField]: cost,
  };
}

/** The usage at the end of a stream, which does not separate cache writes by lifetime. */
export function renderDeltaUsage({ costNanos, usage }: SettledUsage): WireDeltaUsage {
  return {
    input_tokens: usage.input + usage.audioInput + usage.imageInput,
    output_tokens: countOutputTokens(usage),
    cache_read_input_tokens: usage.cacheRead,
    cache_creation_input_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
    [costField]: nanosToUsdNumber(costNanos),
  };
}
