import type { CatalogModel } from '../../catalog/catalog';

type Fields = Readonly<Record<string, unknown>>;

/** Whether the model thinks in this call: it decides which completion price applies. */
export function isThinking(body: Fields, model: CatalogModel): boolean {
  const thinking = model.document.thinking;
  if (thinking?.mode === 'always') return true;
  if (thinking?.mode === 'none') return false;
  return readWish(body) ?? thinking?.default ?? false;
}

/** What the caller asked for, in any of the spellings; undefined: nothing. */
function readWish(body: Fields): boolean | undefined {
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

/** Tokens that the caller allows for thinking alone. */
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
 * The output of a call with this limit once its thinking is counted. The Messages protocol wants a
 * limit above the budget, so it is raised there; elsewhere the larger of the two holds.
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
