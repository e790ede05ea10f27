import { computeCharge, type Nanos } from '@tollgate/money';
import type { TokenUsage } from '@tollgate/model-spec';
import { makeTokenLines, type TokenCharge } from './charge-tokens';
import type { PriceList } from './price-list';

/** What caching a part of the prompt would have changed on the receipt of a call. */
export interface CachingWorth {
  /** Had the part been read from a cache: so much less. */
  readonly savingNanos: Nanos;
  /** Had it been written to a cache for five minutes: so much more. */
  readonly premiumNanos: Nanos;
}

/** Compares whole receipts, so tiers, factors and rounding are those of the charge. */
export function estimateCaching(
  list: PriceList,
  charge: TokenCharge,
  tokens: number,
): CachingWorth {
  const { usage } = charge;
  const part = Math.min(tokens, usage.input);
  const rest = { ...usage, input: usage.input - part };
  const price = (changed: TokenUsage): Nanos =>
    computeCharge(makeTokenLines(list, { ...charge, usage: changed }));
  const paidNanos = price(usage);
  return {
    savingNanos: paidNanos - price({ ...rest, cacheRead: usage.cacheRead + part }),
    premiumNanos: price({ ...rest, cacheWrite5m: usage.cacheWrite5m + part }) - paidNanos,
  };
}
