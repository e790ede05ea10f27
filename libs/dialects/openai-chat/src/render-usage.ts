import { asFields, omitUndefined } from '@tollgate/model-kit';
import { nanosToUsdNumber } from '@tollgate/money';
import { countOutputTokens, countPromptTokens, type SettledUsage } from '@tollgate/model-spec';
import type { WireUsage } from './wire';

/**
 * The usage object of an answer: the upstream's own fields, with the counts that were charged and
 * the cost that was settled. Clients reject details objects without their numbers, so both are
 * always there.
 */
export function renderUsage({ costNanos, upstream, usage }: SettledUsage): WireUsage {
  const given = asFields(upstream);
  const prompt = countPromptTokens(usage);
  const output = countOutputTokens(usage);
  return {
    ...given,
    prompt_tokens: prompt,
    completion_tokens: output,
    total_tokens: prompt + output,
    cost: nanosToUsdNumber(costNanos),
    prompt_tokens_details: {
      ...asFields(given['prompt_tokens_details']),
      cached_tokens: usage.cacheRead,
      ...omitUndefined<Counts>({
        cache_write_tokens: orAbsent(usage.cacheWrite5m + usage.cacheWrite1h),
        audio_tokens: orAbsent(usage.audioInput),
      }),
    },
    completion_tokens_details: {
      ...asFields(given['completion_tokens_details']),
      reasoning_tokens: usage.reasoning,
      ...omitUndefined<Counts>({
        image_tokens: orAbsent(usage.imageOutput),
        audio_tokens: orAbsent(usage.audioOutput),
      }),
    },
  };
}

type Counts = Readonly<Record<string, number>>;

function orAbsent(count: number): number | undefined {
  return count > 0 ? count : undefined;
}
