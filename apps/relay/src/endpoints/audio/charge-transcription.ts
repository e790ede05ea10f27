import type { AudioUse } from '@tollgate/dialects/openai-audio';
import { picosPerNano, usdNumberToNanos, type ChargeLine } from '@tollgate/money';
import { makeTokenLines, makeTranscriptionLines, type PriceList } from '@tollgate/pricing';

/**
 * The cost that the provider reports, else its tokens, where they have a price, else its seconds.
 * No lines when it reports none of them: the length of the caller's file is no usage.
 */
export function chargeTranscription(
  prices: PriceList,
  { costUsd, seconds, tokens }: Partial<AudioUse>,
): readonly ChargeLine[] {
  if (costUsd !== undefined) {
    const pricePicos = usdNumberToNanos(costUsd) * picosPerNano;
    return pricePicos === 0n ? [] : [{ bucket: 'upstream_cost', units: 1n, pricePicos }];
  }
  if (tokens?.kind === 'usage' && prices.tiers !== undefined) {
    const { usage } = tokens;
    return makeTokenLines(prices, { usage, isThinking: false, usesWeb: false });
  }
  return seconds === undefined || prices.audioSecondPicos === undefined
    ? []
    : makeTranscriptionLines(prices, seconds);
}
