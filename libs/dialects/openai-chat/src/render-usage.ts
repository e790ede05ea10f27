import { nanosToUsdNumber, type Nanos } from '@tollgate/money';
import { countOutputTokens, countPromptTokens, type TokenUsage } from '@tollgate/model-spec';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The usage object of an answer: the upstream's own fields, with the counts that were charged and
 * the cost that was settled. Clients reject details objects without their numbers, so both are
 * always there.
 */
export function renderUsage(
  upstream: unknown,
  usage: TokenUsage,
  costNanos: Nanos,
): Record<string, unknown> {
  const given = asFields(upstream);
  const prompt = countPromptTokens(usage);
  const output = countOutputTokens(usage);
  const written = usage.cacheWrite5m + usage.cacheWrite1h;
  return {
    ...given,
    prompt_tokens: prompt,
    completion_tokens: output,
    total_tokens: prompt + output,
    cost: nanosToUsdNumber(costNanos),
    prompt_tokens_details: {
      ...asFields(given['prompt_tokens_details']),
      cached_tokens: usage.cacheRead,
      ...(written > 0 ? { cache_write_tokens: written } : {}),
    },
    completion_tokens_details: {
      ...asFields(given['completion_tokens_details']),
      reasoning_tokens: usage.reasoning,
    },
  };
}

function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}
