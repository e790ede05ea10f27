import { BillError } from './bill-error';

const numberForm = /^(-?)(\d{1,12})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;
const nanoDecimals = 9;

/** USD, or cents with `shift` -2, in nanos: exact, and half up where a report has more decimals. */
export function readNanos(value: unknown, shift = 0): bigint {
  const parts = numberForm.exec(String(value).trim());
  if (parts === null) throw new BillError(`"${String(value)}" is not an amount of money`);
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = parts;
  const digits = BigInt(whole + decimals);
  const scale = nanoDecimals + Number(exponent) + shift - decimals.length;
  const nanos =
    scale >= 0 ? digits * 10n ** BigInt(scale) : roundHalfUp(digits, 10n ** BigInt(-scale));
  return sign === '-' ? -nanos : nanos;
}

function roundHalfUp(value: bigint, by: bigint): bigint {
  return (value * 2n + by) / (by * 2n);
}

export function readCount(value: unknown): bigint {
  const text = typeof value === 'string' ? value.trim() : JSON.stringify(value ?? 0);
  if (!/^\d{1,18}$/.test(text)) throw new BillError(`"${text}" is not a count`);
  return BigInt(text);
}

/** Of a Unix time in seconds, or of a date with or without a time. */
export function readDay(value: unknown): string {
  const seconds = typeof value === 'number' || /^\d{9,11}$/.test(String(value));
  const time = seconds ? new Date(Number(value) * 1_000) : new Date(String(value));
  if (!Number.isNaN(time.getTime())) return time.toISOString().slice(0, 10);
  throw new BillError(`"${String(value)}" is not a day`);
}
