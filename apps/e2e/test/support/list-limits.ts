import type { Json } from './api-call';

/** The output limits in a request to a provider, under the names of all protocols. */
export function listLimits(sent: Json): unknown[] {
  const limits = [sent.max_tokens, sent.max_completion_tokens, sent.max_output_tokens];
  const nested = [sent.generationConfig?.maxOutputTokens, sent.inferenceConfig?.maxTokens];
  return [...limits, ...nested].filter(Boolean);
}
