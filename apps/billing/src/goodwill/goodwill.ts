import type { Nanos } from '@tollgate/money';

/** Spend and goodwill uses of a wallet in the book. */
export interface GoodwillStanding {
  /** It was topped up at least once, or pays by invoice. */
  readonly hasPaid: boolean;
  /** Settled charges of the last 30 days. */
  readonly spentNanos: Nanos;
  /** What was used in the last day. */
  readonly used: readonly { readonly bucket: number; readonly nanos: Nanos }[];
}

export const goodwillSpendDays = 30;
const spendShare = 20n;
const unpaidLimitNanos = 50_000_000n;

/** What a wallet may end unbilled in a day: the base and a twentieth of its spend of a month. */
export function computeGoodwillLimit(
  baseNanos: Nanos,
  { hasPaid, spentNanos }: Pick<GoodwillStanding, 'hasPaid' | 'spentNanos'>,
): Nanos {
  if (hasPaid) return baseNanos + spentNanos / spendShare;
  return baseNanos < unpaidLimitNanos ? baseNanos : unpaidLimitNanos;
}
