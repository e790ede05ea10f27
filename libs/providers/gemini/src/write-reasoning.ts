import type { NeutralRequest } from '@tollgate/model-spec';
import { budgetOfEffort } from '@tollgate/model-kit';
import type { ThinkingConfig } from './wire';

/** The most that every model which thinks accepts. */
const budgetMax = 24_576;
const outputTokensAssumed = 8_192;
/** The model decides by itself. */
const dynamicBudget = -1;

/** Undefined: the caller set nothing; the model uses its default. */
export function writeReasoning({
  outputTokensMax,
  reasoning,
}: NeutralRequest): ThinkingConfig | undefined {
  const { budgetTokens, effort, isAdaptive, isHidden, isOff } = reasoning;
  if (isOff === true) return { thinkingBudget: 0 };
  const includeThoughts = isHidden !== true;
  if (budgetTokens !== undefined) {
    return { thinkingBudget: Math.min(budgetTokens, budgetMax), includeThoughts };
  }
  if (effort !== undefined) {
    const budget = budgetOfEffort(effort, outputTokensMax ?? outputTokensAssumed);
    return { thinkingBudget: Math.min(budget, budgetMax), includeThoughts };
  }
  return isAdaptive === true ? { thinkingBudget: dynamicBudget, includeThoughts } : undefined;
}
