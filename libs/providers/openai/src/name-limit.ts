import type { UpstreamTarget } from '@tollgate/model-spec';

/** OpenAI's reasoning models refuse `max_tokens`; other providers may lack the newer name. */
export function nameLimit({
  family,
  quirks,
}: Pick<UpstreamTarget, 'family' | 'quirks'>): 'max_completion_tokens' | 'max_tokens' {
  const isNewer = family === 'openai' && quirks?.outputLimit === undefined;
  return isNewer ? 'max_completion_tokens' : 'max_tokens';
}
