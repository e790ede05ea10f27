import { estimatePromptTokens } from '@tollgate/dialects/openai-chat';
import { AppError } from '@tollgate/errors';
import { nanosToUsdNumber } from '@tollgate/money';
import { getWindowEndMs, type SpendLimit } from '@tollgate/till';
import { estimateCost } from '../domain/estimate-cost';
import type { Holds, Refusal } from './holds';
import type { HeldCall, RoutedCall } from './stages';

/** Output that is reserved when neither the caller nor the model sets a limit. */
const outputTokensDefault = 8_192;

/**
 * Reserves what the call can cost at most. Raises: insufficient_credits, spend_limit_exceeded,
 * overloaded (the till cannot be asked).
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
  const limits = listLimits(call);
  const result = await holds.place({
    walletId,
    holdId: call.ulid,
    amountNanos,
    limits,
  });
  if (result.kind === 'refused') throw makeRefusal(result.refusal, amountNanos);
  return { ...call, hold: result.hold, limits };
}

/** In order of precedence: breakers, then budgets and caps. Further scopes join this list. */
function listLimits(call: RoutedCall): SpendLimit[] {
  const { keyId, limit } = call.caller;
  if (limit === null) return [];
  return [
    {
      scope: 'key',
      scopeId: keyId,
      window: limit.period,
      limitNanos: limit.nanos,
      rule: 'reserved',
    },
  ];
}

function makeRefusal(refusal: Refusal, amountNanos: bigint): AppError {
  if (refusal.kind === 'no-funds') {
    const available = nanosToUsdNumber(refusal.availableNanos < 0n ? 0n : refusal.availableNanos);
    const required = nanosToUsdNumber(amountNanos);
    return new AppError('insufficient_credits', {
      message: `This request may cost up to $${required}, but only $${available} is available. Top up to continue.`,
      metadata: { scope: 'wallet', available, required },
    });
  }
  const { limit, spentNanos, reservedNanos, nowMs } = refusal;
  const endMs = getWindowEndMs(limit.window, nowMs);
  const limitUsd = nanosToUsdNumber(limit.limitNanos);
  return new AppError('spend_limit_exceeded', {
    message: `This key has reached its ${limit.window} spend limit of $${limitUsd}.`,
    metadata: {
      scope: limit.scope,
      period: limit.window,
      window: limit.window,
      limit: limitUsd,
      spent: nanosToUsdNumber(spentNanos),
      reserved: nanosToUsdNumber(reservedNanos),
      ...(endMs === undefined ? {} : { resets_at: new Date(endMs).toISOString() }),
    },
  });
}
