import type { Answer } from '../../answer';
import { spoilCount } from '../../spoil-count';

/** The usage object as JSON text; undefined when it is to be left out. */
export function renderUsage(answer: Answer): string | undefined {
  const { completionTokens, instructions, promptTokens } = answer;
  const { usage: fault } = instructions;
  if (fault === 'none') return undefined;
  const prompt = fault === 'zero' ? 0 : promptTokens;
  const read = Math.min(instructions.cached, prompt);
  const written = Math.min(instructions.cacheWritten, prompt - read);
  const cache =
    read + written === 0
      ? ''
      : `"cacheReadInputTokens":${read},"cacheWriteInputTokens":${written},` +
        `"cacheDetails":[{"ttl":"5m","inputTokens":${written}}],`;
  return (
    `{"inputTokens":${prompt - read - written},` +
    `"outputTokens":${spoilCount(completionTokens, fault)},${cache}` +
    `"serverToolUsage":{},"totalTokens":${prompt + completionTokens}}`
  );
}
