import { countCoveredTokens } from '@tollgate/pricing';
import { countRoom } from '../route/measure-output';
import type { CallCandidate } from '../route/routed-call';
import type { HeldCall } from './held-call';

/**
 * Sets an output limit at each candidate that could produce more than the hold pays for, in a plain
 * call whose caller set no limit. A stream extends its hold instead. Nothing is added where the
 * hold covers the maximum of the model.
 */
export function limitOutput(held: HeldCall): HeldCall {
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
