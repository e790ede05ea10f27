import type { Nanos } from '@tollgate/money';
import { getGoodwillBucket } from '@tollgate/till';
import type { Generation } from '../ledger/usage';

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

/** What endings of one wallet took of its allowance in a quarter of an hour. */
export interface GoodwillSum {
  readonly walletId: string;
  readonly bucket: number;
  readonly usedNanos: Nanos;
}

/** A row for each wallet and quarter of an hour: an upsert may meet each only once. */
export function sumGoodwill(generations: readonly Generation[]): GoodwillSum[] {
  const sums = new Map<string, GoodwillSum>();
  for (const { createdAtMs, durationMs, goodwillNanos, walletId } of generations) {
    if (goodwillNanos === 0n) continue;
    const bucket = getGoodwillBucket(createdAtMs + durationMs);
    const key = `${bucket} ${walletId}`;
    const usedNanos = (sums.get(key)?.usedNanos ?? 0n) + goodwillNanos;
    sums.set(key, { walletId, bucket, usedNanos });
  }
  // In one order, so that two batches cannot wait for each other.
  return [...sums].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, sum]) => sum);
}
