import type { UpstreamTarget } from '@tollgate/model-spec';

/** Whose model it is, as far as Converse treats makers differently. */
export type ModelMaker = 'anthropic' | 'nova' | 'mistral' | 'openai' | 'other';

const patterns: readonly (readonly [ModelMaker, RegExp])[] = [
  ['anthropic', /\banthropic\./],
  ['nova', /\bamazon\.nova/],
  ['mistral', /\bmistral\./],
  ['openai', /\bopenai\./],
];

/**
 * By the id of the model or of an inference profile (`eu.anthropic.claude-…`). The ARN of an
 * application inference profile does not name the model, so the family of the catalog decides.
 */
export function findMaker({
  family,
  upstreamModel,
}: Pick<UpstreamTarget, 'family' | 'upstreamModel'>): ModelMaker {
  const found = patterns.find(([, pattern]) => pattern.test(upstreamModel))?.[0];
  return found ?? (family === 'anthropic' || family === 'openai' ? family : 'other');
}
