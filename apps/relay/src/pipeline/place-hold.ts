import { estimatePromptTokens } from '@tollgate/dialects/openai-chat';
import { estimateCost } from '../domain/estimate-cost';
import type { Holds } from './holds';
import { listLimits } from './list-limits';
import { makeRefusal } from './refuse-hold';
import type { HeldCall, RoutedCall } from './stages';

/** Output that is reserved when neither the caller nor the model sets a limit. */
const outputTokensDefault = 8_192;

/**
 * Reserves what the call can cost at most. Raises: spend_breaker, spend_limit_exceeded,
 * budget_cap_reached, insufficient_credits, credit_limit_exceeded, overloaded (the till cannot be
 * asked).
 */
export async function placeHold(call: RoutedCall, holds: Holds): Promise<HeldCall> {
  const outputTokens =
    call.chat.outputTokensMax ??
    Math.min(call.model.maxCompletionTokens ?? outputTokensDefault, outputTokensDefault);
  const amountNanos = estimateCost(call.prices, {
    promptTokens: estimatePromptTokens(call.chat),
    outputTokens,
    choices: call.chat.choices,
  });
  const { walletId } = call.caller;
  const limits = listLimits(call.caller);
  const result = await holds.place({
    walletId,
    holdId: call.ulid,
    amountNanos,
    limits,
  });
  if (result.kind === 'refused') throw makeRefusal(result.refusal, amountNanos);
  return { ...call, hold: result.hold, limits };
}
