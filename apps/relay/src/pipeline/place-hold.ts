import type { Nanos } from '@tollgate/money';
import { estimateFloor, estimateTokens } from '@tollgate/pricing';
import type { Holds } from './holds';
import { listLimits } from './list-limits';
import { makeRefusal } from './refuse-hold';
import type { HeldCall, PreparedCall, RoutedCall } from './stages';

/**
 * Reserves what the call can cost at most, over every way it could still take. A stream is content
 * with its prompt and first output, and extends its hold on the way. Raises: spend_breaker,
 * spend_limit_exceeded, budget_cap_reached, insufficient_credits, credit_limit_exceeded, overloaded
 * (the till cannot be asked).
 */
export async function placeHold(
  call: PreparedCall,
  holds: Pick<Holds, 'place'>,
): Promise<HeldCall> {
  const { caller } = call;
  const { floorNanos, worstCaseNanos } = measureHold(call);
  const limits = listLimits(call);
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

/** The most that a call can cost, and what is enough to begin with. */
export function measureHold({ candidates, request }: RoutedCall): {
  readonly worstCaseNanos: Nanos;
  readonly floorNanos: Nanos;
} {
  const worstCaseNanos = findDearest(candidates, ({ prices, units, work }) =>
    units === undefined ? estimateTokens(prices, work) : units.reserve(prices),
  );
  // What is not paid by tokens comes all at once, and is held all at once.
  const isMetered = request.isStreaming && candidates.every(({ units }) => units === undefined);
  const floorNanos = isMetered
    ? findDearest(candidates, ({ prices, work }) => estimateFloor(prices, work))
    : worstCaseNanos;
  return { worstCaseNanos, floorNanos };
}

/** Whichever way is taken in the end, it costs no more. */
export function findDearest<Way>(
  candidates: readonly Way[],
  estimate: (candidate: Way) => Nanos,
): Nanos {
  return candidates
    .map((candidate) => estimate(candidate))
    .reduce((left, right) => (left > right ? left : right), 0n);
}
