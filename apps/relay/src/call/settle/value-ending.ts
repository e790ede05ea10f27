import { emptyUsage, type TokenUsage } from '@tollgate/model-spec';
import { computeCharge, type ChargeLine, type Nanos } from '@tollgate/money';
import { makeTokenLines } from '@tollgate/pricing';
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

/** The metered output and the estimated prompt; nothing if no provider was asked. */
export function valueEnding(
  candidate: CallCandidate,
  { hasBeenSent, output }: { readonly hasBeenSent: boolean; readonly output: StreamedOutput },
): EndingValue {
  const { prices, units, work } = candidate;
  if (!hasBeenSent) return nothing;
  if (units !== undefined) {
    // Speech is priced before its first byte; other media arrive only when they are complete.
    return output.hasSentBytes ? makeFlat(units.reserve(prices)) : nothing;
  }
  const usage = { ...emptyUsage, input: work.promptTokens, output: Math.ceil(output.tokens) };
  const { extras, isThinking, usesWeb } = work;
  const lines = makeTokenLines(prices, { usage, isThinking, usesWeb, extras });
  return { usage, lines, valueNanos: computeCharge(lines) };
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
