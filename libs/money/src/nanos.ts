/** An amount in nano-dollars (1e-9 USD). All money inside the service has this unit. */
export type Nanos = bigint;

/** A unit price in pico-dollars (1e-12 USD) per token, image, second, … */
export type Picos = bigint;

export const nanosPerUsd = 1_000_000_000n;
export const picosPerNano = 1_000n;
const usdDecimals = 9;

/** Redis keeps numbers as doubles: an amount above this would lose its last digits there. */
export const nanosMax: Nanos = BigInt(Number.MAX_SAFE_INTEGER);

const decimalPattern = /^(-?)(\d{1,12})(?:\.(\d+))?$/;

/** `"0.25"` to an integer count of 10^-decimals; refuses more digits than that unit can hold. */
export function parseDecimal(text: string, decimals: number): bigint {
  const match = decimalPattern.exec(text);
  if (!match) throw new RangeError(`not a decimal amount: ${text}`);
  const [, sign, whole = '0', fraction = ''] = match;
  const trimmed = fraction.replace(/0+$/, '');
  if (trimmed.length > decimals) throw new RangeError(`more than ${decimals} decimals: ${text}`);
  const units =
    BigInt(whole) * 10n ** BigInt(decimals) + BigInt(trimmed.padEnd(decimals, '0') || 0);
  return sign === '-' ? -units : units;
}

/** Plain decimals without exponent or trailing zeros: the only way an amount becomes text. */
export function formatDecimal(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return sign + whole + (fraction === '' ? '' : `.${fraction}`);
}

export function parseUsd(text: string): Nanos {
  return parseDecimal(text, usdDecimals);
}

/** A JSON number to nanos. The shortest decimal that names the double is what the caller wrote. */
export function usdNumberToNanos(usd: number): Nanos {
  if (!Number.isFinite(usd)) throw new RangeError('not a finite amount');
  const text = usd.toString();
  return parseUsd(text.includes('e') ? usd.toFixed(usdDecimals) : text);
}

export function formatUsd(nanos: Nanos): string {
  return formatDecimal(nanos, usdDecimals);
}

/** For JSON answers: at most 9 decimals, built from the integer and never by float arithmetic. */
export function nanosToUsdNumber(nanos: Nanos): number {
  return Number(formatUsd(nanos));
}
