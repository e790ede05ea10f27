import type { UsageRecorded } from '@tollgate/contracts';
import { computeCharge, type ChargeLine, type Nanos } from '@tollgate/money';
import { emptyUsage, isEmptyUsage, type TokenUsage } from '@tollgate/model-spec';
import { joinLines, makeTokenLines, makeUndiscountedLines } from '@tollgate/pricing';
import type { CompleteAnswer } from '../answer/complete-answer';
import type { OpenedCall } from '../attempt/opened-call';
import { paysProvider } from '../admit/held-call';

/** The charge of an answer; undefined: its usage is unknown. */
export interface Charge {
  readonly usage: TokenUsage;
  readonly lines: readonly ChargeLine[];
  readonly undiscountedNanos: Nanos;
}

export function readCharge(
  call: OpenedCall,
  { extras: reported, makeLines, singleUsages, usage: reading }: CompleteAnswer,
): Charge | undefined {
  const { prices, work } = call.candidate;
  const usage = reading.kind === 'usage' ? reading.usage : emptyUsage;
  if (makeLines !== undefined) {
    const lines = makeLines(prices);
    // Without prices (own keys of organizations, test keys) it is recorded that it answered.
    return lines.length === 0 && paysProvider(call)
      ? undefined
      : { usage, lines, undiscountedNanos: computeCharge(lines) };
  }
  if (isEmptyUsage(usage)) return undefined;
  const { extras, isSearchShared = false, isThinking, usesWeb } = work;
  // The gateway searches once for all choices; a provider that gets the plugin searches for each.
  const charges = (singleUsages ?? [{ usage, extras: reported }]).map((single, index) => ({
    usage: single.usage,
    usesWeb: usesWeb && (index === 0 || !isSearchShared),
    ...{ isThinking, extras, reported: single.extras },
  }));
  const undiscounted = charges.flatMap((charge) => makeUndiscountedLines(prices, charge));
  return {
    usage,
    lines: joinLines(charges.map((charge) => makeTokenLines(prices, charge))),
    undiscountedNanos: computeCharge(undiscounted),
  };
}

export function countTokens({ usage }: UsageRecorded): number {
  if (usage === undefined) return 0;
  const { cacheRead, cacheWrite1h, cacheWrite5m, input, output } = usage;
  return Number(input + cacheRead + cacheWrite5m + cacheWrite1h + output);
}
