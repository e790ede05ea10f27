import { priceTokens, type TokenPrices } from '../models/what-if';

export interface Estimate {
  readonly completionTokens: number;
  /** USD, of the completion alone; undefined for a model without known prices. */
  readonly cost: number | undefined;
}

/** A token of usual English text has about four characters. */
const charactersPerToken = 4;

/** Figures while an answer streams; the exact ones come with its last event. */
export function estimateUsage(text: string, prices: TokenPrices | undefined): Estimate {
  const completionTokens = Math.ceil(text.length / charactersPerToken);
  const mix = { promptTokens: 0, cachedTokens: 0, writtenTokens: 0, completionTokens };
  return { completionTokens, cost: prices === undefined ? undefined : priceTokens(mix, prices) };
}
