const nanosPerUsd = 1_000_000_000;
const fractionDigits = 9;

/**
 * Amounts of the API are USD with up to nine decimals; sums are made in nano-dollars. A number of
 * JavaScript keeps every nano-dollar up to four million USD.
 */
export function usdToNanos(usd: number): bigint {
  return BigInt(usd.toFixed(fractionDigits).replace('.', ''));
}

export function nanosToUsd(nanos: bigint): number {
  return Number(nanos) / nanosPerUsd;
}

export function sumUsd(amounts: Iterable<number>): number {
  let nanos = 0n;
  for (const amount of amounts) nanos += usdToNanos(amount);
  return nanosToUsd(nanos);
}

/** Every digit of the amount, at least two decimals: `−$0.000500520`. */
export function formatUsdExact(usd: number): string {
  const nanos = usdToNanos(usd);
  const digits = (nanos < 0n ? -nanos : nanos).toString().padStart(fractionDigits + 1, '0');
  const whole = digits.slice(0, -fractionDigits);
  const fraction = digits.slice(-fractionDigits).replace(/0{1,7}$/, '');
  return `${nanos < 0n ? '−' : ''}$${groupThousands(whole)}.${fraction}`;
}

/**
 * The amount as tables and cards show it: cents from one dollar on, more decimals below, so that
 * an amount that is not zero never looks like zero.
 */
export function formatUsd(usd: number): string {
  const nanos = usdToNanos(usd);
  const size = nanos < 0n ? -nanos : nanos;
  const decimals = chooseDecimals(size);
  const unit = 10n ** BigInt(fractionDigits - decimals);
  const rounded = ((size + unit / 2n) / unit).toString().padStart(decimals + 1, '0');
  const whole = rounded.slice(0, -decimals);
  return `${nanos < 0n ? '−' : ''}$${groupThousands(whole)}.${rounded.slice(-decimals)}`;
}

/** Prices are named per million units of what is sold. */
export function formatPricePerMillion(usdPerMillion: number): string {
  return formatUsd(usdPerMillion);
}

function chooseDecimals(nanos: bigint): number {
  if (nanos === 0n || nanos >= 1_000_000_000n) return 2;
  if (nanos >= 10_000_000n) return 4;
  if (nanos >= 1_000n) return 6;
  return fractionDigits;
}

function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ',');
}
