import { nanosPerUsd, usdNumberToNanos, type Nanos } from '@tollgate/money';

const nanosPerCent = nanosPerUsd / 100n;

export function centsToNanos(cents: bigint): Nanos {
  return cents * nanosPerCent;
}

/** A JSON number in USD; undefined when it is no whole number of cents. */
export function toCents(amountUsd: number): bigint | undefined {
  try {
    const nanos = usdNumberToNanos(amountUsd);
    return nanos % nanosPerCent === 0n ? nanos / nanosPerCent : undefined;
  } catch {
    return undefined;
  }
}
