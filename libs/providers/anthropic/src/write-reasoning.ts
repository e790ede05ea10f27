import type { ReasoningEffort, ReasoningWish, UpstreamTarget } from '@tollgate/model-spec';
import { budgetOfEffort, effortOfBudget } from '@tollgate/model-kit';
import type { OutputConfig, ThinkingConfigParam, ToolChoice, WireMessage } from './wire';
import { isThinking } from './write-messages';

const budgetMin = 1_024;
const outputTokensDefault = 8_192;

export interface WireReasoning {
  readonly max_tokens: number;
  readonly thinking?: ThinkingConfigParam;
  readonly effort?: NonNullable<OutputConfig['effort']>;
}

export interface ReasoningInput {
  readonly wish: ReasoningWish;
  readonly outputTokensMax: number | undefined;
  readonly target: UpstreamTarget;
  readonly messages: readonly WireMessage[];
  readonly toolChoice: ToolChoice | undefined;
}

/** The API demands `max_tokens`, and more of them than are for thinking. */
export function writeReasoning(input: ReasoningInput): WireReasoning {
  const { outputTokensMax, target, wish } = input;
  const limit = target.maxCompletionTokens ?? Number.POSITIVE_INFINITY;
  const max_tokens = Math.min(outputTokensMax ?? outputTokensDefault, limit);
  if (!wantsThinking(input)) return { max_tokens };
  if (target.supportedParameters.includes('adaptive_thinking')) {
    const effort = chooseEffort(wish, max_tokens);
    const told = effort === undefined ? {} : { effort: nameEffort(effort) };
    return { max_tokens, thinking: { type: 'adaptive' }, ...told };
  }
  if (!canThink(input.messages)) return { max_tokens };
  const wanted = wish.budgetTokens ?? budgetOfEffort(wish.effort ?? 'medium', max_tokens);
  return writeBudget(wanted, { max_tokens, limit });
}

function wantsThinking({ toolChoice, wish }: ReasoningInput): boolean {
  if (wish.isOff === true) return false;
  // A forced call and thinking exclude each other; the call has priority.
  if (toolChoice?.type === 'any' || toolChoice?.type === 'tool') return false;
  return wish.effort !== undefined || wish.budgetTokens !== undefined || wish.isAdaptive === true;
}

function chooseEffort(wish: ReasoningWish, outputTokensMax: number): ReasoningEffort | undefined {
  if (wish.effort !== undefined || wish.budgetTokens === undefined) return wish.effort;
  return effortOfBudget(wish.budgetTokens, outputTokensMax);
}

function nameEffort(effort: ReasoningEffort): NonNullable<OutputConfig['effort']> {
  return effort === 'minimal' ? 'low' : effort;
}

function writeBudget(
  wanted: number,
  { limit, max_tokens }: { readonly limit: number; readonly max_tokens: number },
): WireReasoning {
  const budget = Math.min(Math.max(wanted, budgetMin), limit - 1);
  if (budget < budgetMin) return { max_tokens };
  return {
    // The budget is part of max_tokens: a larger budget raises the limit.
    max_tokens: budget < max_tokens ? max_tokens : Math.min(max_tokens + budget, limit),
    thinking: { type: 'enabled', budget_tokens: budget },
  };
}

/**
 * With a budget, the unfinished turn must begin with signed thinking. Where the client lost it, or
 * another model made the turn, the API would refuse the call; so thinking is left out.
 */
function canThink(messages: readonly WireMessage[]): boolean {
  const last = messages.findLast(({ role }) => role === 'assistant');
  if (last === undefined) return true;
  const isUnderWay =
    messages.at(-1) === last || messages.at(-1)?.content[0]?.type === 'tool_result';
  return !isUnderWay || isThinking(last.content[0]);
}
