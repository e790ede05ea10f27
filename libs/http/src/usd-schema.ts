import { nanosMax, nanosToUsdNumber, usdNumberToNanos, type Nanos } from '@tollgate/money';
import { z } from 'zod';

/** An amount of USD as clients write it, in nano-dollars. */
export const usdSchema = z
  .number({ error: 'must be an amount of USD with at most 9 decimals' })
  .min(0)
  .max(nanosToUsdNumber(nanosMax))
  .transform((usd, context) => {
    const nanos = findNanos(usd);
    if (nanos !== undefined) return nanos;
    context.addIssue({
      code: 'custom',
      message: 'must be an amount of USD with at most 9 decimals',
      params: { reason: 'unsupported_param' },
    });
    return z.NEVER;
  });

function findNanos(usd: number): Nanos | undefined {
  try {
    const nanos = usdNumberToNanos(usd);
    // A number with more decimals than a nano-dollar would be rounded to another amount.
    return nanosToUsdNumber(nanos) === usd ? nanos : undefined;
  } catch {
    return undefined;
  }
}
