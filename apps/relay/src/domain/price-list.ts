import { parseDecimal, type ChargeLine, type Picos } from '@tollgate/money';
import type { TokenUsage } from '@tollgate/model-spec';

/** Prices of one tier, in picos per token. */
export interface TokenPrices {
  readonly prompt: Picos;
  readonly completion: Picos;
  readonly cacheRead: Picos;
  readonly cacheWrite: Picos;
  readonly cacheWrite1h: Picos;
  readonly reasoning: Picos;
}

export interface PriceTier extends TokenPrices {
  /** The whole list switches when the prompt has more tokens than this; 0 for the base list. */
  readonly abovePromptTokens: number;
}

export interface PriceList {
  readonly version: bigint;
  /** Ascending; the first is the base list. */
  readonly tiers: readonly [PriceTier, ...PriceTier[]];
  readonly requestPicos: Picos;
}

/** Prices as operators write them: decimal texts in USD, token prices per million tokens. */
export interface OperatorPrices {
  readonly prompt?: string | null | undefined;
  readonly completion?: string | null | undefined;
  readonly cacheRead?: string | null | undefined;
  readonly cacheWrite?: string | null | undefined;
  readonly cacheWrite1h?: string | null | undefined;
  readonly reasoning?: string | null | undefined;
  readonly request?: string | null | undefined;
}

export interface OperatorTier extends OperatorPrices {
  readonly abovePromptTokens: number;
}

/** One USD per million tokens is a million picos per token. */
const tokenPriceDecimals = 6;
const unitPriceDecimals = 12;

/** Undefined when there is no price for prompt or completion: such a model cannot be called. */
export function makePriceList(
  prices: OperatorPrices,
  tiers: readonly OperatorTier[],
  version: bigint,
): PriceList | undefined {
  const base = readTier({ ...prices, abovePromptTokens: 0 });
  if (base === undefined) return undefined;
  const higher = tiers
    .map((tier) => readTier({ ...tier, reasoning: tier.reasoning ?? null }))
    .filter((tier) => tier !== undefined)
    .sort((left, right) => left.abovePromptTokens - right.abovePromptTokens);
  const requestPicos =
    prices.request == null ? 0n : parseDecimal(prices.request, unitPriceDecimals);
  return { version, tiers: [base, ...higher], requestPicos };
}

function readTier(tier: OperatorTier): PriceTier | undefined {
  const read = (text: string | null | undefined): Picos | undefined =>
    text == null ? undefined : parseDecimal(text, tokenPriceDecimals);
  const prompt = read(tier.prompt);
  const completion = read(tier.completion);
  if (prompt === undefined || completion === undefined) return undefined;
  const cacheWrite = read(tier.cacheWrite) ?? prompt;
  return {
    abovePromptTokens: tier.abovePromptTokens,
    prompt,
    completion,
    cacheRead: read(tier.cacheRead) ?? prompt,
    cacheWrite,
    cacheWrite1h: read(tier.cacheWrite1h) ?? cacheWrite,
    reasoning: read(tier.reasoning) ?? completion,
  };
}

/** Equal to the threshold is still the lower tier. */
export function chooseTier(list: PriceList, promptTokens: number): PriceTier {
  return list.tiers.findLast((tier) => promptTokens > tier.abovePromptTokens) ?? list.tiers[0];
}

/** The receipt of a call: what was used at what price. Lines of nothing are left out. */
export function makeChargeLines(list: PriceList, usage: TokenUsage): ChargeLine[] {
  const promptTokens = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
  const tier = chooseTier(list, promptTokens);
  const lines: ChargeLine[] = [
    makeLine('input', usage.input, tier.prompt),
    makeLine('cache_read', usage.cacheRead, tier.cacheRead),
    makeLine('cache_write_5m', usage.cacheWrite5m, tier.cacheWrite),
    makeLine('cache_write_1h', usage.cacheWrite1h, tier.cacheWrite1h),
    makeLine('output', usage.output - usage.reasoning, tier.completion),
    makeLine('reasoning', usage.reasoning, tier.reasoning),
    makeLine('request', 1, list.requestPicos),
  ];
  return lines.filter((line) => line.units > 0n && line.pricePicos > 0n);
}

/** The same call as if nothing had come from a cache or gone into it. */
export function makeUndiscountedLines(list: PriceList, usage: TokenUsage): ChargeLine[] {
  const input = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
  return makeChargeLines(list, { ...usage, input, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 });
}

function makeLine(bucket: string, units: number, pricePicos: Picos): ChargeLine {
  return { bucket, units: BigInt(units), pricePicos };
}
