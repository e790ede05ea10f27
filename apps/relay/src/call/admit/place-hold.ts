import type { CallerIdentity } from '@tollgate/identity';
import type { Nanos } from '@tollgate/money';
import { estimateFloor, estimateTokens, countCoveredTokens } from '@tollgate/pricing';
import type { SpendLimit } from '@tollgate/till';
import type { ReceivedCall } from '../receive/received-call';
import { countRoom } from '../route/measure-output';
import { addGoodwill } from './goodwill';
import type { Holds } from './holds';
import { makeRefusal } from './refuse-hold';
import type { CallCandidate, RoutedCall } from '../route/routed-call';
import type { HeldCall, PreparedCall } from './held-call';

/**
 * Reserves the most that the call can cost at any of its candidates. A stream starts with its
 * prompt and first output, and extends its hold as it runs. A call without an output limit holds a
 * tenth of the available credit, between the price of 8,192 tokens and of the model's maximum; a
 * plain one is limited to the output that this pays for. Raises: spend_breaker,
 * spend_limit_exceeded, budget_cap_reached, insufficient_credits, credit_limit_exceeded, overloaded
 * (the till does not answer).
 */
export async function placeHold(
  call: PreparedCall,
  holds: Pick<Holds, 'place' | 'readGoodwill'>,
): Promise<HeldCall> {
  const { caller } = call;
  const { worstCaseNanos, ...amounts } = measureHold(call);
  const limits = listLimits(call);
  const { walletId } = caller;
  // The hold of a job moves into the book by its own id, and that of a metered stream grows.
  const canGrow = call.request.isStreaming && worstCaseNanos > amounts.amountNanos;
  const canShare = call.request.apiType !== 'videos' && !canGrow;
  const result = await holds.place({ walletId, holdId: call.ulid, ...amounts, limits, canShare });
  if (result.kind === 'refused') {
    const refusal = makeRefusal(result.refusal, amounts.amountNanos);
    throw addGoodwill(refusal, await holds.readGoodwill?.(walletId));
  }
  return limitOutput({ ...call, hold: result.hold, worstCaseNanos, limits });
}

export interface HoldAmounts {
  /** Held if there is credit for it. */
  readonly amountNanos: Nanos;
  /** Enough to start. */
  readonly floorNanos: Nanos;
  /**
   * Held if a tenth of the available credit allows it; equal to the amount where a limit is known.
   */
  readonly ceilingNanos: Nanos;
  /** The most that the call can cost. */
  readonly worstCaseNanos: Nanos;
}

export function measureHold({ candidates, request }: RoutedCall): HoldAmounts {
  const amountNanos = findDearest(candidates, estimateLeast);
  // Work that is not priced by tokens arrives all at once, and is held all at once.
  const isMetered = request.isStreaming && candidates.every(({ units }) => units === undefined);
  const floorNanos = isMetered
    ? findDearest(candidates, ({ prices, work }) => estimateFloor(prices, work))
    : amountNanos;
  if (candidates.every(isLimited))
    return { amountNanos, floorNanos, ceilingNanos: amountNanos, worstCaseNanos: amountNanos };
  return {
    amountNanos,
    floorNanos,
    ceilingNanos: findDearest(candidates, (candidate) =>
      candidate.output?.isMostCertain === false
        ? estimateLeast(candidate)
        : estimateMost(candidate),
    ),
    worstCaseNanos: findDearest(candidates, estimateMost),
  };
}

function isLimited({ output }: CallCandidate): boolean {
  return output === undefined || output.leastTokens === output.mostTokens;
}

function estimateLeast(candidate: CallCandidate): Nanos {
  const { output, prices, units, work } = candidate;
  if (units !== undefined || output === undefined) return estimateMost(candidate);
  return estimateTokens(prices, { ...work, outputTokens: output.leastTokens });
}

function estimateMost({ prices, units, work }: CallCandidate): Nanos {
  return units === undefined ? estimateTokens(prices, work) : units.reserve(prices);
}

/** The highest estimate, so that it covers whichever candidate answers. */
function findDearest<Item>(
  candidates: readonly Item[],
  estimate: (candidate: Item) => Nanos,
): Nanos {
  return candidates
    .map((candidate) => estimate(candidate))
    .reduce((left, right) => (left > right ? left : right), 0n);
}

/**
 * Sets an output limit at each candidate that could produce more than the hold pays for, in a plain
 * call whose caller set no limit. A stream extends its hold instead. Nothing is added where the
 * hold covers the maximum of the model.
 */
function limitOutput(held: HeldCall): HeldCall {
  if (held.request.isStreaming) return held;
  const { amountNanos } = held.hold;
  const limited = held.candidates.map((candidate) => limitCandidate(candidate, amountNanos));
  const [first, ...others] = limited;
  if (
    first === undefined ||
    limited.every((candidate, index) => candidate === held.candidates[index])
  )
    return held;
  const isFirstSame = first === held.candidates[0];
  const prepared = isFirstSame ? held.prepared : first.request.prepare(first, first.face);
  return { ...held, candidates: [first, ...others], prepared };
}

function limitCandidate(candidate: CallCandidate, amountNanos: bigint): CallCandidate {
  const { byok, output, prices, request, work } = candidate;
  if (output === undefined || byok !== undefined || request.outputTokensMax !== undefined)
    return candidate;
  const covered = countCoveredTokens(prices, work, amountNanos);
  if (output.isMostCertain && covered >= output.mostTokens) return candidate;
  const room = countRoom(candidate, work.promptTokens);
  const tokens = Math.min(covered, output.mostTokens, room);
  return {
    ...candidate,
    request: request.limitOutput?.(tokens) ?? request,
    work: { ...work, outputTokens: tokens },
  };
}

/** Every spend limit of a call: breakers, then budgets and caps in order of precedence. */
export function listLimits({
  caller,
  policy,
}: Pick<ReceivedCall, 'caller' | 'policy'>): SpendLimit[] {
  return [...listPersonalBreaker(caller), ...policy.limits, ...listKeyCap(caller)];
}

/** A key of an organization without a member has no personal limit. */
function listPersonalBreaker({ breaker, org, userId: scopeId }: CallerIdentity): SpendLimit[] {
  if (breaker === null || scopeId === '' || org?.memberId === '') return [];
  const base = { scope: 'user', scopeId, rule: 'settled' } as const;
  return [
    { ...base, window: 'minute', limitNanos: breaker.minuteNanos },
    { ...base, window: 'hour', limitNanos: breaker.hourNanos },
  ];
}

function listKeyCap({ keyId, limit }: CallerIdentity): SpendLimit[] {
  if (limit === null) return [];
  const { nanos: limitNanos, period: window } = limit;
  return [{ scope: 'key', scopeId: keyId, window, limitNanos, rule: 'reserved' }];
}
