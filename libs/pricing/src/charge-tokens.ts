import assert from 'node:assert/strict';
import type { ChargeLine, Picos } from '@tollgate/money';
import { countPromptTokens, type TokenUsage } from '@tollgate/model-spec';
import type { PriceList, PriceTier } from './price-list';

/** A call that is paid by tokens. */
export interface TokenCharge {
  readonly usage: TokenUsage;
  readonly isThinking: boolean;
  /** The web plugin was on. */
  readonly usesWeb: boolean;
}

/** Equal to the threshold is still the lower tier. */
export function chooseTier(list: PriceList, promptTokens: number, isThinking: boolean): PriceTier {
  const tiers = isThinking ? list.thinkingTiers : list.tiers;
  assert(tiers, 'a call by tokens needs token prices');
  return tiers.findLast((tier) => promptTokens > tier.abovePromptTokens) ?? tiers[0];
}

/** The receipt of a call: what was used at what price. Lines of nothing are left out. */
export function makeTokenLines(list: PriceList, charge: TokenCharge): ChargeLine[] {
  const { isThinking, usage, usesWeb } = charge;
  const tier = chooseTier(list, countPromptTokens(usage), isThinking);
  const lines: ChargeLine[] = [];
  const add = (bucket: string, units: number, pricePicos: Picos): void => {
    if (units > 0 && pricePicos > 0n) lines.push({ bucket, units: BigInt(units), pricePicos });
  };
  add('input', usage.input, tier.prompt);
  add('cache_read', usage.cacheRead, tier.cacheRead);
  add('cache_write_5m', usage.cacheWrite5m, tier.cacheWrite);
  add('cache_write_1h', usage.cacheWrite1h, tier.cacheWrite1h);
  add('audio_input', usage.audioInput, tier.audioInput);
  add('image_input', usage.imageInput, tier.imageInput);
  add('output', usage.output - usage.reasoning, tier.completion);
  add('reasoning', usage.reasoning, tier.reasoning);
  add('audio_output', usage.audioOutput, tier.audioOutput);
  add('image_output', usage.imageOutput, tier.imageOutput);
  add('request', 1, list.requestPicos);
  add('web', usesWeb ? 1 : 0, list.webPicos);
  return lines;
}

/** The same call as if nothing had come from a cache or gone into it. */
export function makeUndiscountedLines(list: PriceList, charge: TokenCharge): ChargeLine[] {
  const { usage } = charge;
  const input = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
  const uncached = { ...usage, input, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };
  return makeTokenLines(list, { ...charge, usage: uncached });
}
