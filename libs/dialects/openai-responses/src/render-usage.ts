import { nanosToUsdNumber } from '@tollgate/money';
import { countOutputTokens, countPromptTokens, type SettledUsage } from '@tollgate/model-spec';
import { asFields } from '@tollgate/model-kit';
import type { WireUsage } from './wire';

/**
 * The usage object of an answer: the upstream's own fields, with the counts that were charged and
 * the cost that was settled. Clients reject details objects without their numbers, so both are
 * always there.
 */
export function renderUsage({ costNanos, upstream, usage }: SettledUsage): WireUsage {
  const given = asFields(upstream);
  const input = countPromptTokens(usage);
  const output = countOutputTokens(usage);
  return {
    ...given,
    input_tokens: input,
    input_tokens_details: {
      ...asFields(given['input_tokens_details']),
      cached_tokens: usage.cacheRead,
      cache_write_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
    },
    output_tokens: output,
    output_tokens_details: {
      ...asFields(given['output_tokens_details']),
      reasoning_tokens: usage.reasoning,
    },
    total_tokens: input + output,
    cost: nanosToUsdNumber(costNanos),
  };
}
