import type { Key } from '../keys/key-desk';

type CapKey = Pick<
  Key,
  | 'id'
  | 'name'
  | 'limit'
  | 'limit_reset'
  | 'usage'
  | 'usage_daily'
  | 'usage_weekly'
  | 'usage_monthly'
>;

/** The cap of a key and the spend of its current period. */
export interface Cap {
  readonly id: string;
  readonly name: string;
  readonly limit: number;
  readonly used: number;
  readonly period: Key['limit_reset'];
}

const capsMax = 5;

/** The caps that are spent most, by share. */
export function pickCaps(keys: readonly CapKey[]): readonly Cap[] {
  return keys
    .flatMap((key): readonly Cap[] => {
      const { id, limit, limit_reset: period, name } = key;
      return limit === null ? [] : [{ id, name, limit, period, used: getUsed(key) }];
    })
    .toSorted((one, other) => getShare(other) - getShare(one))
    .slice(0, capsMax);
}

function getUsed(key: CapKey): number {
  switch (key.limit_reset) {
    case 'daily':
      return key.usage_daily;
    case 'weekly':
      return key.usage_weekly;
    case 'monthly':
      return key.usage_monthly;
    default:
      return key.usage;
  }
}

function getShare({ limit, used }: Cap): number {
  return limit > 0 ? used / limit : Infinity;
}
