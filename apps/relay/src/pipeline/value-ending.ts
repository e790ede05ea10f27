import { emptyUsage, type TokenUsage } from '@tollgate/model-spec';
import { computeCharge, type ChargeLine, type Nanos } from '@tollgate/money';
import { makeTokenLines } from '@tollgate/pricing';
import type { HoldRef } from '@tollgate/till';
import type { CallCandidate, HeldCall } from './stages';

/** What a stream had brought when it ended. */
export interface StreamedOutput {
  /** Estimated from the text. */
  readonly tokens: number;
  /** With everything that was added to it. */
  readonly hold: HoldRef;
  /** Bytes that are not paid by tokens had reached the client. */
  readonly hasSentBytes: boolean;
}

/** What an ending without a usage record is worth, by our own estimate. */
export interface EndingValue {
  readonly usage: TokenUsage;
  readonly lines: readonly ChargeLine[];
  readonly valueNanos: Nanos;
}

const nothing: EndingValue = { usage: emptyUsage, lines: [], valueNanos: 0n };
const picosPerNano = 1_000n;

/** The metered output and the estimated prompt; nothing while no provider was asked. */
export function valueEnding(
  candidate: CallCandidate,
  { hasBeenSent, output }: { readonly hasBeenSent: boolean; readonly output: StreamedOutput },
): EndingValue {
  const { prices, units, work } = candidate;
  if (!hasBeenSent) return nothing;
  if (units !== undefined) {
    // Speech has its price before its first byte; of other media nothing arrives early.
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
