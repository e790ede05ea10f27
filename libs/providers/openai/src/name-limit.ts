import type { ModelFamily } from '@tollgate/model-spec';

/** OpenAI's reasoning models refuse `max_tokens`; other providers may lack the newer name. */
export function nameLimit(family: ModelFamily): 'max_completion_tokens' | 'max_tokens' {
  return family === 'openai' ? 'max_completion_tokens' : 'max_tokens';
}
