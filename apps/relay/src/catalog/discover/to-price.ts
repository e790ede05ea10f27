import { readListPrice } from '../price-lists/read-list-price';

const shifts = { token: 6, million: 0 } as const;
const decimalsMax = 6;

/**
 * A listed price as the catalog writes it: USD per million tokens with at most six decimals.
 * Undefined: no price, zero, or one with more decimals.
 */
export function toPricePerMillion(value: unknown, unit: 'token' | 'million'): string | undefined {
  const read = readListPrice(value, { shift: shifts[unit], decimalsMax });
  return 'price' in read && read.price !== '0' ? read.price : undefined;
}
