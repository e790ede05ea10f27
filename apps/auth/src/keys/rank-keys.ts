import type { ApiKey } from './api-key';
import type { RankedSort } from './key-page';
import { getLastUse, type KeyUsage, noUsage } from './key-usage';

export type KeyTotal = Pick<KeyUsage, 'totalNanos' | 'lastUsedAt'>;

interface Rank {
  readonly id: string;
  readonly value: bigint;
}

/** A key that was never used is last used at the beginning of time. */
export function rankKeys(
  keys: readonly Pick<ApiKey, 'id' | 'lastUsedAt'>[],
  totals: ReadonlyMap<string, KeyTotal>,
  sort: RankedSort,
): readonly Rank[] {
  return keys.map((key) => {
    const total = totals.get(key.id) ?? noUsage;
    const lastUsedMs = getLastUse(key, total)?.getTime() ?? 0;
    return { id: key.id, value: sort === 'spend' ? total.totalNanos : BigInt(lastUsedMs) };
  });
}
