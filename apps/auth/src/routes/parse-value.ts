import type { AppError } from '@tollgate/errors';
import { nanosToUsdNumber, usdNumberToNanos, type Nanos } from '@tollgate/money';
import { wrongType, wrongValue } from './read-field';

export function parseBoolean(value: unknown, param: string): boolean {
  if (typeof value !== 'boolean') throw wrongType(param, 'true or false');
  return value;
}

export function parseUsdOrNull(value: unknown, param: string): Nanos | null {
  if (value === null) return null;
  if (typeof value !== 'number') throw wrongType(param, 'a number of USD or null');
  const nanos = toNanos(value);
  if (nanos === undefined) throw wrongUsd(param);
  return nanos;
}

export function wrongUsd(param: string): AppError {
  return wrongValue(param, 'an amount of USD with at most 9 decimals');
}

function toNanos(usd: number): Nanos | undefined {
  try {
    const nanos = usdNumberToNanos(usd);
    // A number with more decimals than a nano-dollar was rounded: it is not what the caller meant.
    return nanosToUsdNumber(nanos) === usd ? nanos : undefined;
  } catch {
    return undefined;
  }
}
