import { nanosToUsd } from '../../format/money';

/** Tokens of some time, as a usage report has them. */
export interface TokenMix {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Part of the prompt tokens that the provider had cached. */
  readonly cachedTokens: number;
}

/** Prices of the catalog: USD per million tokens, as text. */
export interface TokenPrices {
  readonly prompt: string;
  readonly completion: string;
  readonly input_cache_read?: string | undefined;
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
  const cached = BigInt(Math.min(mix.cachedTokens, mix.promptTokens));
  const fresh = BigInt(mix.promptTokens) - cached;
  const units =
    fresh * readPrice(prices.prompt) +
    cached * readPrice(prices.input_cache_read ?? prices.prompt) +
    BigInt(mix.completionTokens) * readPrice(prices.completion);
  return nanosToUsd((units + unitsPerNano - 1n) / unitsPerNano);
}

/** A decimal text in units of 10⁻¹². */
function readPrice(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, priceDigits).padEnd(priceDigits, '0'));
}
