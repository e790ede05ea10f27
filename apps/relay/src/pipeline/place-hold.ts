import type { Nanos } from '@tollgate/money';
import { estimateFloor, estimateTokens } from '@tollgate/pricing';
import type { Holds } from './holds';
import { listLimits } from './list-limits';
import { makeRefusal } from './refuse-hold';
import type { HeldCall, RoutedCall } from './stages';

/**
 * Reserves what the call can cost at most, over every way it could still take. A stream is content
 * with its prompt and first output, and extends its hold on the way. Raises: spend_breaker,
 * spend_limit_exceeded, budget_cap_reached, insufficient_credits, credit_limit_exceeded, overloaded
 * (the till cannot be asked).
 */
export async function placeHold(call: RoutedCall, holds: Holds): Promise<HeldCall> {
  const { caller, candidates, chat, work } = call;
  const worstCaseNanos = findDearest(candidates, ({ prices }) => estimateTokens(prices, work));
  const floorNanos = chat.isStreaming
    ? findDearest(candidates, ({ prices }) => estimateFloor(prices, work))
    : worstCaseNanos;
  const limits = listLimits(caller);
  const result = await holds.place({
    walletId: caller.walletId,
    holdId: call.ulid,
    amountNanos: worstCaseNanos,
    floorNanos,
    limits,
  });
  if (result.kind === 'refused') throw makeRefusal(result.refusal, worstCaseNanos);
  return { ...call, hold: result.hold, worstCaseNanos, limits };
}

function findDearest<T>(items: readonly T[], estimate: (item: T) => Nanos): Nanos {
  return items.map(estimate).reduce((left, right) => (left > right ? left : right), 0n);
}
