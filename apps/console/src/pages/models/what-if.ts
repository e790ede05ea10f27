import type { GetCachingResponse, GetUsageResponse, Model } from '../../api/generated/types.gen';
import { nanosToUsd, sumUsd } from '../../format/money';

/** Tokens of some time, as a usage report has them. */
export interface TokenMix {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Part of the prompt tokens that the provider read from its cache. */
  readonly cachedTokens: number;
  /** Part of the prompt tokens that the provider wrote to its cache. */
  readonly writtenTokens: number;
}

/** The calls that can be compared: those of models that answer text and nothing else. */
export interface TextMix extends TokenMix {
  readonly requests: number;
  readonly spend: number;
  /** Calls of other models, and of models that are no longer listed. */
  readonly left: { readonly requests: number; readonly spend: number };
}

/** Prices of the catalog: USD per million tokens, as text. */
export interface TokenPrices {
  readonly prompt: string;
  readonly completion: string;
  readonly input_cache_read?: string | undefined;
  readonly input_cache_write?: string | undefined;
}

const dayCharacters = 'yyyy-mm-dd'.length;
const dayMs = 86_400_000;
const mixDays = 30;

/** Today and the 29 days before it, in UTC. */
export function listMixDays(nowMs: number): { readonly from: string; readonly to: string } {
  const formatDay = (ms: number): string => new Date(ms).toISOString().slice(0, dayCharacters);
  return { from: formatDay(nowMs - (mixDays - 1) * dayMs), to: formatDay(nowMs) };
}

type ListedModel = Pick<Model, 'id' | 'architecture'>;

/** What the caller used of models that answer text, from two reports over the same days. */
export function pickTextMix(
  { byModel, totals }: Pick<GetUsageResponse, 'byModel' | 'totals'>,
  { groups }: Pick<GetCachingResponse, 'groups'>,
  models: readonly ListedModel[],
): TextMix {
  const texts = new Set(models.filter(answersText).map(({ id }) => id));
  const used = byModel.filter(({ model }) => texts.has(model));
  const caches = groups.filter(({ id }) => id !== null && texts.has(id));
  const requests = sum(used, (each) => each.requests);
  const spend = sumUsd(used.map((each) => each.spend));
  return {
    ...{ requests, spend },
    promptTokens: sum(used, (each) => each.promptTokens),
    completionTokens: sum(used, (each) => each.completionTokens),
    cachedTokens: sum(caches, (each) => each.cached_tokens),
    writtenTokens: sum(caches, (each) => each.cache_write_tokens),
    left: { requests: totals.requests - requests, spend: sumUsd([totals.spend, -spend]) },
  };
}

function answersText({ architecture: { output_modalities: outputs } }: ListedModel): boolean {
  return outputs.length === 1 && outputs[0] === 'text';
}

function sum<Item>(items: readonly Item[], pick: (item: Item) => number): number {
  return items.reduce((total, item) => total + pick(item), 0);
}

const priceDigits = 12;
const tokensPerPrice = 1_000_000n;
/** From 10⁻¹² USD per million tokens to nano-dollars. */
const unitsPerNano = 10n ** BigInt(priceDigits - 9) * tokensPerPrice;

/**
 * What the tokens cost at these prices, exact to the nano-dollar and rounded up once for the whole
 * sum. Calls are rounded one by one, so the sum of real receipts may be some nano-dollars higher.
 */
export function priceTokens(mix: TokenMix, prices: TokenPrices): number {
  const cached = Math.min(mix.cachedTokens, mix.promptTokens);
  const written = Math.min(mix.writtenTokens, mix.promptTokens - cached);
  const fresh = mix.promptTokens - cached - written;
  const units =
    BigInt(fresh) * readPrice(prices.prompt) +
    BigInt(cached) * readPrice(prices.input_cache_read ?? prices.prompt) +
    BigInt(written) * readPrice(prices.input_cache_write ?? prices.prompt) +
    BigInt(mix.completionTokens) * readPrice(prices.completion);
  return nanosToUsd((units + unitsPerNano - 1n) / unitsPerNano);
}

/** A decimal text in units of 10⁻¹². */
function readPrice(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, priceDigits).padEnd(priceDigits, '0'));
}
