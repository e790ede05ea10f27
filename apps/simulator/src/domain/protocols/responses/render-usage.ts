import type { Answer } from '../../answer';
import { spoilCount } from '../../spoil-count';

/** The usage object as JSON text; `null` when it is to be left out. */
export function renderUsage(answer: Answer): string {
  const { completionTokens, instructions, promptTokens, reasoningTokens } = answer;
  const { cached, usage: fault } = instructions;
  if (fault === 'none') return 'null';
  const input = fault === 'zero' ? 0 : promptTokens;
  const output = spoilCount(completionTokens, fault);
  const reasoning = fault === 'zero' ? 0 : reasoningTokens;
  return (
    `{"input_tokens":${input},"input_tokens_details":{"cached_tokens":${Math.min(cached, input)}},` +
    `"output_tokens":${output},"output_tokens_details":{"reasoning_tokens":${reasoning}},` +
    `"total_tokens":${input + completionTokens}}`
  );
}
