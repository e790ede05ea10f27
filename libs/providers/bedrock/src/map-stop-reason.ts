import type { FinishReason } from '@tollgate/model-spec';
import type { StopReason } from './wire';

const known: Readonly<Record<StopReason, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  guardrail_intervened: 'content_filter',
  content_filtered: 'content_filter',
  malformed_model_output: 'error',
  malformed_tool_use: 'error',
};

/** Unknown reasons count as `stop`; the original is kept beside it. */
export function mapStopReason(word: unknown): FinishReason | undefined {
  if (typeof word !== 'string') return undefined;
  return Object.hasOwn(known, word) ? known[word as StopReason] : 'stop';
}
