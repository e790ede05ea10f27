import type { FinishReason } from '@tollgate/model-spec';

const known: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
  error: 'error',
};

/** Unknown reasons count as `stop`; the original is kept beside it. */
export function mapStopReason(word: unknown): FinishReason | undefined {
  if (typeof word !== 'string') return undefined;
  return known[word] ?? 'stop';
}
