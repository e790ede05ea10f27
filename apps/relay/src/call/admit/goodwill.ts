import { AppError, type ErrorMetadata } from '@tollgate/errors';
import { nanosToUsdNumber, type Nanos } from '@tollgate/money';
import type { GoodwillState } from '@tollgate/till';

/** Whether an unbilled ending is within the allowance of its wallet. */
export interface GoodwillVerdict {
  readonly isCovered: boolean;
  /** Undefined: the till did not answer, or has no allowance for the wallet. */
  readonly state: GoodwillState | undefined;
}

/** The allowance for streams that end unbilled because of their caller. */
export interface GoodwillDesk {
  /**
   * Checks and takes in one step. Never rejects: without an answer of the till the ending is
   * covered.
   */
  use(walletId: string, valueNanos: Nanos): Promise<GoodwillVerdict>;
}

/** As error metadata for clients. */
function describeGoodwill(state: GoodwillState): ErrorMetadata {
  const { limitNanos, resetsAtMs, usedNanos } = state;
  return {
    limit: nanosToUsdNumber(limitNanos),
    used: nanosToUsdNumber(usedNanos),
    resets_at: resetsAtMs === undefined ? null : new Date(resetsAtMs).toISOString(),
  };
}

export function addGoodwill(error: AppError, state: GoodwillState | undefined): AppError {
  if (state === undefined) return error;
  const { cause, headers, message, param, reason, retryAfterSeconds, status } = error;
  const metadata = { ...error.metadata, goodwill: describeGoodwill(state) };
  return new AppError(reason, {
    ...{ cause, headers, message, metadata, param, retryAfterSeconds, status },
  });
}
