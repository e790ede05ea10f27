import type { CatalogModel } from '../../catalog/catalog';

type Fields = Readonly<Record<string, unknown>>;

/** Whether the model reasons in this call, which decides the completion price. */
export function isThinking(body: Fields, model: CatalogModel): boolean {
  const thinking = model.document.thinking;
  if (thinking?.mode === 'always') return true;
  if (thinking?.mode === 'none') return false;
  return readRequested(body) ?? thinking?.default ?? false;
}

/** What the caller asked for, in any spelling; undefined: nothing. */
function readRequested(body: Fields): boolean | undefined {
  const { enable_thinking: enabled, reasoning_effort: effort } = body;
  if (typeof enabled === 'boolean') return enabled;
  const thinking = asFields(body['thinking']);
  if (thinking !== undefined) return thinking['type'] !== 'disabled';
  const reasoning = asFields(body['reasoning']);
  if (reasoning !== undefined) {
    return reasoning['enabled'] !== false && reasoning['effort'] !== 'none';
  }
  return typeof effort === 'string' ? effort !== 'none' : undefined;
}

/** Tokens that the caller allows for reasoning alone. */
export function readThinkingBudget(body: Fields): number {
  const budgets = [
    asFields(body['thinking'])?.['budget_tokens'],
    asFields(body['reasoning'])?.['max_tokens'],
    body['thinking_budget'],
  ];
  return Math.max(0, ...budgets.filter((budget) => Number.isSafeInteger(budget)).map(Number));
}

const claudeBudgetMin = 1_024;

/**
 * The output of a call with this limit, including its reasoning. The Messages protocol requires a
 * limit above the budget, so it is raised there; elsewhere the larger of the two counts.
 */
export function addThinkingBudget(
  limit: number,
  body: Fields,
  model: CatalogModel,
  isMessagesProtocol = false,
): number {
  if (!isThinking(body, model)) return limit;
  const budget = readThinkingBudget(body);
  if (model.family !== 'anthropic' && !isMessagesProtocol) return Math.max(limit, budget);
  const least = Math.max(budget, claudeBudgetMin);
  return least >= limit ? limit + least : limit;
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
}
