import { asFields, type Fields } from '@tollgate/model-kit';
import { countOutputTokens, countPromptTokens, type SettledUsage } from '@tollgate/model-spec';
import { nanosToUsdNumber } from '@tollgate/money';

/** The upstream's own fields, with the counts that were charged and the cost that was settled. */
export function renderUsage({ costNanos, upstream, usage }: SettledUsage): Fields {
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
    },
    completion_tokens_details: {
      ...asFields(given['completion_tokens_details']),
      reasoning_tokens: usage.reasoning,
    },
  };
}
