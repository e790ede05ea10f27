import type { Fields } from '@tollgate/model-kit';
import type { SkippedField } from './listed-entry';
import { perToken, perUnit, readListPrice } from './read-list-price';

/** Which field of a list is which price of the catalog. */
export type PriceFields = Readonly<Record<string, string>>;

export interface PriceFieldMap {
  readonly token: PriceFields;
  readonly unit: PriceFields;
}

export interface ReadFields {
  readonly prices: Readonly<Record<string, string>>;
  readonly skipped: readonly SkippedField[];
  /** Fields that the map names. */
  readonly known: ReadonlySet<string>;
}

/** Output may be free where input is not; other prices of zero say that there is no such price. */
const zeroNames = new Set(['prompt', 'completion']);

/** Reads the prices that a map names; what is null or left out is no price. */
export function readPriceFields(fields: Fields, map: PriceFieldMap): ReadFields {
  const prices: Record<string, string> = {};
  const skipped: SkippedField[] = [];
  const read = (names: PriceFields, unit: typeof perToken | typeof perUnit): void => {
    for (const [field, name] of Object.entries(names)) {
      const value = fields[field];
      if (value === undefined || value === null) continue;
      const result = readListPrice(value, unit);
      if (result.reason !== undefined) skipped.push({ field, reason: result.reason });
      else if (result.price !== '0' || zeroNames.has(name)) prices[name] = result.price;
    }
  };
  read(map.token, perToken);
  read(map.unit, perUnit);
  const known = new Set([...Object.keys(map.token), ...Object.keys(map.unit)]);
  return { prices, skipped, known };
}

/** Whether a field of a list has something to say: zero and nothing do not. */
export function hasValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  if (typeof value === 'object') return Object.values(value).some(hasValue);
  return Number(value) !== 0;
}
