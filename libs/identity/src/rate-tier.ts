import { nanosPerUsd, type Nanos } from '@tollgate/money';

const fundedNanosMin: Nanos = 10n * nanosPerUsd;
const freeTierRequestsPerMinute = 20;

/** What of an account decides about its tier. */
export interface TierAccount {
  readonly balanceNanos: Nanos;
  /** It pays afterwards. */
  readonly isInvoiced: boolean;
}

/** Accounts below 10 USD of posted balance, unless they are invoiced. */
export function isFreeTier({ balanceNanos, isInvoiced }: TierAccount): boolean {
  return !isInvoiced && balanceNanos < fundedNanosMin;
}

/** Enforced by the edge and shown by GET /v1/key; operators choose what funded accounts get. */
export function getRequestsPerMinute(
  account: TierAccount,
  fundedRequestsPerMinute: number,
): number {
  return isFreeTier(account) ? freeTierRequestsPerMinute : fundedRequestsPerMinute;
}
