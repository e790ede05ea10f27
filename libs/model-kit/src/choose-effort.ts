import type { ReasoningEffort, TranslateInput } from '@tollgate/model-spec';
import { effortOfBudget } from './reasoning-budget';

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
