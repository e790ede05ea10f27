/** A price of a list as the catalog writes it, or why it cannot be written so. */
export type ListPrice =
  { readonly price: string; readonly reason?: never } | { readonly reason: string };

/** Token prices are listed per token and kept per million, with six decimals. */
export const perToken = { shift: 6, decimalsMax: 6 } as const;
/** Of an image, a second, a request: kept as listed, with twelve decimals. */
export const perUnit = { shift: 0, decimalsMax: 12 } as const;

const numberForm = /^(\d{1,12})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/;
const wholeDigitsMax = 9;

/**
 * Works on the digits, so that nothing is rounded. A JSON number is taken by its shortest decimal,
 * which is what the list has.
 */
export function readListPrice(
  value: unknown,
  { decimalsMax, shift }: { readonly shift: number; readonly decimalsMax: number },
): ListPrice {
  if (typeof value !== 'string' && typeof value !== 'number') return { reason: 'not a number' };
  const text = String(value).trim();
  if (/^-\d/.test(text)) return { reason: 'a negative number: the price is not fixed' };
  const parts = numberForm.exec(text);
  if (parts === null) return { reason: 'not a number' };
  const [, whole = '', decimals = '', exponent = '0'] = parts;
  const point = whole.length + Number(exponent) + shift;
  const digits = (whole + decimals).padEnd(Math.max(point, 0), '0');
  const integer = digits.slice(0, Math.max(point, 0)).replace(/^0+(?=\d)/, '') || '0';
  const fraction = ('0'.repeat(Math.max(-point, 0)) + digits.slice(Math.max(point, 0))).replace(
    /0+$/,
    '',
  );
  if (fraction.length > decimalsMax)
    return { reason: `more than ${decimalsMax} decimals, which the catalog cannot keep` };
  if (integer.length > wholeDigitsMax) return { reason: 'too large to be a price' };
  return { price: fraction === '' ? integer : `${integer}.${fraction}` };
}
