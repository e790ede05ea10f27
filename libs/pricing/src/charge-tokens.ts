import assert from 'node:assert/strict';
import type { ChargeLine, Picos } from '@tollgate/money';
import {
  countPromptTokens,
  type ReportedExtras,
  type RequestExtras,
  type TokenUsage,
} from '@tollgate/model-spec';
import { findChargedFactor, listToolUses } from './price-extras';
import { multiplierOne, multiplyPrice, type PriceList, type PriceTier } from './price-list';

/** A call that is paid by tokens. */
export interface TokenCharge {
  readonly usage: TokenUsage;
  readonly isThinking: boolean;
  /** The web plugin was on. */
  readonly usesWeb: boolean;
  /** Extras of the request, and what the answer reports about them. */
  readonly extras?: RequestExtras | undefined;
  readonly reported?: ReportedExtras | undefined;
}

/** Equal to the threshold is still the lower tier. */
export function chooseTier(list: PriceList, promptTokens: number, isThinking: boolean): PriceTier {
  const tiers = isThinking ? list.thinkingTiers : list.tiers;
  assert(tiers, 'a call by tokens needs token prices');
  return tiers.findLast((tier) => promptTokens > tier.abovePromptTokens) ?? tiers[0];
}

/** The receipt of a call: what was used at what price. Lines of nothing are left out. */
export function makeTokenLines(list: PriceList, charge: TokenCharge): ChargeLine[] {
  const { extras, isThinking, reported = {}, usage, usesWeb } = charge;
  const factor = findChargedFactor(list, extras, reported);
  const tier = chooseTier(list, countPromptTokens(usage), isThinking);
  const lines: ChargeLine[] = [];
  const add = (bucket: string, units: number, pricePicos: Picos): void => {
    if (units > 0 && pricePicos > 0n) lines.push({ bucket, units: BigInt(units), pricePicos });
  };
  const addTokens = (bucket: string, units: number, price: Picos): void =>
    add(bucket, units, factor === multiplierOne ? price : multiplyPrice(price, factor));
  addTokens('input', usage.input, tier.prompt);
  addTokens('cache_read', usage.cacheRead, tier.cacheRead);
  addTokens('cache_write_5m', usage.cacheWrite5m, tier.cacheWrite);
  addTokens('cache_write_1h', usage.cacheWrite1h, tier.cacheWrite1h);
  addTokens('audio_input', usage.audioInput, tier.audioInput);
  addTokens('image_input', usage.imageInput, tier.imageInput);
  addTokens('output', usage.output - usage.reasoning, tier.completion);
  addTokens('reasoning', usage.reasoning, tier.reasoning);
  addTokens('audio_output', usage.audioOutput, tier.audioOutput);
  addTokens('image_output', usage.imageOutput, tier.imageOutput);
  add('request', 1, list.requestPicos);
  add('web', usesWeb ? 1 : 0, list.webPicos);
  if (extras !== undefined)
    for (const { bucket, pricePicos, units } of listToolUses(list, extras, reported))
      add(bucket, units, pricePicos);
  return lines;
}

/** One receipt for several calls: lines of the same price become one. */
export function joinLines(receipts: readonly (readonly ChargeLine[])[]): ChargeLine[] {
  const joined = new Map<string, ChargeLine>();
  for (const line of receipts.flat()) {
    const key = `${line.bucket} ${line.pricePicos}`;
    const units = (joined.get(key)?.units ?? 0n) + line.units;
    joined.set(key, { ...line, units });
  }
  return [...joined.values()];
}

/** The same call without any cache reads or writes. */
export function makeUndiscountedLines(list: PriceList, charge: TokenCharge): ChargeLine[] {
  const { usage } = charge;
  const input = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
  const uncached = { ...usage, input, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };
  return makeTokenLines(list, { ...charge, usage: uncached });
}
