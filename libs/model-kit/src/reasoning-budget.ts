import type { ReasoningEffort, TranslateInput } from '@tollgate/model-spec';

const budgetMin = 1_024;
const budgetMax = 128_000;
const ratios: Readonly<Record<ReasoningEffort, number>> = {
  minimal: 0.1,
  low: 0.2,
  medium: 0.5,
  high: 0.8,
  xhigh: 0.95,
};

/** `max(1024, min(max_tokens x r, 128000))`. */
export function budgetOfEffort(effort: ReasoningEffort, outputTokensMax: number): number {
  return Math.max(budgetMin, Math.min(Math.floor(outputTokensMax * ratios[effort]), budgetMax));
}

/** The effort with the closest share of the output. */
export function effortOfBudget(budgetTokens: number, outputTokensMax: number): ReasoningEffort {
  const ratio = budgetTokens / Math.max(1, outputTokensMax);
  const efforts = ['low', 'medium', 'high', 'xhigh'] as const;
  return efforts.reduce((nearest, effort) =>
    Math.abs(ratios[effort] - ratio) < Math.abs(ratios[nearest] - ratio) ? effort : nearest,
  );
}

/** The assumed output limit when neither the caller nor the catalog sets one. */
const outputTokensAssumed = 8_192;

/** The caller's thinking settings as an effort; undefined: no thinking, or nothing set. */
export function chooseEffort({
  request: { outputTokensMax, reasoning },
  target,
}: Pick<TranslateInput, 'request' | 'target'>): ReasoningEffort | undefined {
  const { budgetTokens, effort, isAdaptive, isOff } = reasoning;
  if (isOff === true) return undefined;
  if (effort !== undefined) return effort;
  if (budgetTokens !== undefined) {
    const limit = outputTokensMax ?? target.maxCompletionTokens ?? outputTokensAssumed;
    return effortOfBudget(budgetTokens, limit);
  }
  return isAdaptive === true ? 'medium' : undefined;
}
