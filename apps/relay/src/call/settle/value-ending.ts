import { addUsage, emptyUsage, type TokenUsage } from '@tollgate/model-spec';
import { computeCharge, type ChargeLine, type Nanos } from '@tollgate/money';
import { joinLines, makeTokenLines } from '@tollgate/pricing';
import type { CallCandidate } from '../route/routed-call';
import type { HeldCall } from '../admit/held-call';
import type { StreamedOutput } from '../answer/complete-answer';

/** The estimated value of a call that ended without a usage report. */
export interface EndingValue {
  readonly usage: TokenUsage;
  readonly lines: readonly ChargeLine[];
  readonly valueNanos: Nanos;
}

const nothing: EndingValue = { usage: emptyUsage, lines: [], valueNanos: 0n };
const picosPerNano = 1_000n;

/**
 * The metered output, the estimated prompt and the searches that were seen; nothing if no provider
 * was asked. What a search of the provider read is not counted: it was not reported.
 */
export function valueEnding(
  tried: CallCandidate,
  { hasBeenSent, output }: { readonly hasBeenSent: boolean; readonly output: StreamedOutput },
): EndingValue {
  const { prices, search, units, work } = isSame(output.candidate, tried)
    ? output.candidate
    : tried;
  if (!hasBeenSent) return nothing;
  if (units !== undefined) {
    // Speech is priced before its first byte; other media arrive only when they are complete.
    return output.hasSentBytes ? makeFlat(units.reserve(prices)) : nothing;
  }
  const { calls = 1, extras, isSearchShared = false, isThinking, usesWeb } = work;
  const isFound = search?.kind !== 'engine' || search.isFound === true;
  const prompt = { ...emptyUsage, input: work.promptTokens - (search?.promptTokens ?? 0) };
  const reported = { toolUses: output.toolUses ?? new Map<string, number>() };
  const first = { ...prompt, output: Math.ceil(output.tokens) };
  const usages = [first, ...Array.from({ length: calls - 1 }, () => prompt)];
  const lines = joinLines(
    usages.map((usage, index) => {
      const isSearched = usesWeb && isFound && (index === 0 || !isSearchShared);
      const told = index === 0 ? { reported } : {};
      return makeTokenLines(prices, { usage, isThinking, usesWeb: isSearched, extras, ...told });
    }),
  );
  return { usage: usages.reduce(addUsage), lines, valueNanos: computeCharge(lines) };
}

/** Output may be that of a candidate before the last one. */
function isSame(
  answered: CallCandidate | undefined,
  tried: CallCandidate,
): answered is CallCandidate {
  return answered?.route.id === tried.route.id && answered.model.id === tried.model.id;
}

/** Never more than is held for the call. */
export function capAtHold(value: EndingValue, { hold }: Pick<HeldCall, 'hold'>): EndingValue {
  if (value.valueNanos <= hold.amountNanos) return value;
  return { ...makeFlat(hold.amountNanos), usage: value.usage };
}

function makeFlat(valueNanos: Nanos): EndingValue {
  const line = { bucket: 'estimate', units: 1n, pricePicos: valueNanos * picosPerNano };
  return { usage: emptyUsage, lines: [line], valueNanos };
}
