import { estimateTextTokens, tokensPerMessage } from '@tollgate/model-kit';

/** The most prompt tokens that all prompts together can plausibly be counted as. */
export function estimatePrompts(
  prompts: readonly (string | readonly number[])[],
  suffix: string,
): number {
  const added = tokensPerMessage + (suffix === '' ? 0 : estimateTextTokens(suffix));
  return prompts.reduce<number>(
    (sum, prompt) =>
      sum + added + (typeof prompt === 'string' ? estimateTextTokens(prompt) : prompt.length),
    0,
  );
}
