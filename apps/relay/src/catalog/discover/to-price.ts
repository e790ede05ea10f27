const decimalForm = /^(\d{1,9})(?:\.(\d{1,18}))?$/;
const shift = 6;
const decimalsMax = 6;
const numberDecimals = 12;

/**
 * A listed price as the catalog writes it: USD per million tokens with at most six decimals. Works
 * on the digits, so that nothing is rounded. Undefined: no price, zero, or one with more decimals.
 */
export function toPricePerMillion(value: unknown, unit: 'token' | 'million'): string | undefined {
  const parts = decimalForm.exec(writeDecimal(value));
  if (parts === null) return undefined;
  const [, whole = '', decimals = ''] = parts;
  const moved = unit === 'token' ? shift : 0;
  const padded = decimals.padEnd(moved, '0');
  const integer = (whole + padded.slice(0, moved)).replace(/^0+(?=\d)/, '');
  const rest = padded.slice(moved).replace(/0+$/, '');
  if (rest.length > decimalsMax) return undefined;
  const price = rest === '' ? integer : `${integer}.${rest}`;
  return price === '0' ? undefined : price;
}

function writeDecimal(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'number') return '';
  const text = String(value);
  return text.includes('e') ? value.toFixed(numberDecimals) : text;
}
