import { roundPicosToNanos, type Nanos, type Picos } from '@tollgate/money';
import type { RequestExtras } from '@tollgate/model-spec';
import { findHeldFactor, reserveTools } from './price-extras';
import { multiplyPrice, type Multiplier, type PriceList, type PriceTier } from './price-list';

/** The most tokens that a call can use, and what can raise their price. */
export interface TokenWork {
  readonly promptTokens: number;
  /** Per choice. */
  readonly outputTokens: number;
  readonly choices: number;
  /** Requests to the provider, each with the whole prompt and its fees; left out: one. */
  readonly calls?: number;
  /** The prompt carries cache markers: its tokens may be written to a cache. */
  readonly cacheWrite: 'none' | '5m' | '1h';
  readonly isThinking: boolean;
  readonly hasAudioInput: boolean;
  readonly hasImageInput: boolean;
  readonly hasAudioOutput: boolean;
  readonly hasImageOutput: boolean;
  readonly usesWeb: boolean;
  /** One search of the web serves all calls, and its fee is due once; left out: each searches. */
  readonly isSearchShared?: boolean;
  /** Features that cost more than tokens at the list price. */
  readonly extras?: RequestExtras | undefined;
}

/** Output that a stream must be able to pay for at its start. */
const floorOutputTokens = 1_024;
/** Output that a running stream reserves at a time. */
const extensionOutputTokens = 4_096;
const picosPerNano = 1_000n;

/**
 * What the call can cost at most: every token at the highest price it could have, over all tiers
 * that a prompt up to this size could fall into. For any usage within these counts the charge is
 * at most this.
 */
export function estimateTokens(list: PriceList, work: TokenWork): Nanos {
  const factor = findHeldFactor(list, work.extras);
  const picos = listTiers(list, work)
    .map(
      (tier) =>
        countPrompts(work) * multiplyPrice(dearestInput(tier, work), factor) +
        priceOutput(tier, work, factor),
    )
    .reduce(larger, 0n);
  return roundPicosToNanos(picos + listFees(list, work));
}

/** What a stream must have at least: the prompt and its first output. */
export function estimateFloor(list: PriceList, work: TokenWork): Nanos {
  return estimateTokens(list, {
    ...work,
    outputTokens: Math.min(work.outputTokens, floorOutputTokens),
  });
}

/**
 * The most output tokens per choice whose worst case the amount covers: the inverse of
 * `estimateTokens` in its output. Infinity where output costs nothing; 0 where the amount does not
 * even cover the prompt.
 */
export function countCoveredTokens(list: PriceList, work: TokenWork, amountNanos: Nanos): number {
  // Anything below half a nano more is rounded down to the amount.
  const coveredPicos = amountNanos * picosPerNano + (picosPerNano / 2n - 1n) - listFees(list, work);
  const factor = findHeldFactor(list, work.extras);
  let tokens = Number.POSITIVE_INFINITY;
  for (const tier of listTiers(list, work)) {
    const input = multiplyPrice(dearestInput(tier, work), factor);
    const left = coveredPicos - countPrompts(work) * input;
    const price = BigInt(work.choices) * multiplyPrice(dearestOutput(tier, work), factor);
    if (left < 0n) return 0;
    if (price > 0n) tokens = Math.min(tokens, Number(left / price));
  }
  return tokens;
}

/** The next piece of a stream whose reserve is used up; 0 when there is no output left to pay. */
export function estimateExtension(
  list: PriceList,
  work: TokenWork,
  outputTokensReserved: number,
): { readonly outputTokens: number; readonly amountNanos: Nanos } {
  const left = work.outputTokens * work.choices - outputTokensReserved;
  const outputTokens = Math.max(0, Math.min(left, extensionOutputTokens));
  const dearest = listTiers(list, work)
    .map((tier) => dearestOutput(tier, work))
    .reduce(larger, 0n);
  const price = multiplyPrice(dearest, findHeldFactor(list, work.extras));
  // Rounded up: pieces that were each rounded down could end below the whole.
  const amountNanos = roundPicosToNanos(BigInt(outputTokens) * price + 499n);
  return { outputTokens, amountNanos };
}

function listTiers(list: PriceList, work: TokenWork): readonly PriceTier[] {
  const tiers = work.isThinking ? list.thinkingTiers : list.tiers;
  return (tiers ?? []).filter((tier) => tier.abovePromptTokens < Math.max(1, work.promptTokens));
}

function dearestInput(tier: PriceTier, work: TokenWork): Picos {
  const prices = [tier.prompt, tier.cacheRead];
  if (work.cacheWrite !== 'none') prices.push(tier.cacheWrite);
  if (work.cacheWrite === '1h') prices.push(tier.cacheWrite1h);
  if (work.hasAudioInput) prices.push(tier.audioInput);
  if (work.hasImageInput) prices.push(tier.imageInput);
  return prices.reduce(larger, 0n);
}

function dearestOutput(tier: PriceTier, work: TokenWork): Picos {
  const prices = [tier.completion, tier.reasoning];
  if (work.hasAudioOutput) prices.push(tier.audioOutput);
  if (work.hasImageOutput) prices.push(tier.imageOutput);
  return prices.reduce(larger, 0n);
}

function priceOutput(tier: PriceTier, work: TokenWork, factor: Multiplier): Picos {
  const price = multiplyPrice(dearestOutput(tier, work), factor);
  return BigInt(work.choices) * BigInt(work.outputTokens) * price;
}

function listFees(list: PriceList, work: TokenWork): Picos {
  const calls = BigInt(work.calls ?? 1);
  const searches = work.isSearchShared ? 1n : calls;
  const web = work.usesWeb ? searches * list.webPicos : 0n;
  return web + calls * (list.requestPicos + reserveTools(list, work.extras));
}

/** All prompt tokens of all calls; the tier of each call depends on its own. */
function countPrompts({ calls = 1, promptTokens }: TokenWork): bigint {
  return BigInt(calls) * BigInt(promptTokens);
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
