import { nanosPerUsd, type Nanos } from '@tollgate/money';

const fundedNanosMin: Nanos = 10n * nanosPerUsd;
const freeTierRequestsPerMinute = 20;

/** Accounts below 10 USD of posted balance. */
export function isFreeTier(balanceNanos: Nanos): boolean {
  return balanceNanos < fundedNanosMin;
}

/** Enforced by the edge and shown by GET /v1/key; operators choose what funded accounts get. */
export function getRequestsPerMinute(balanceNanos: Nanos, fundedRequestsPerMinute: number): number {
  return isFreeTier(balanceNanos) ? freeTierRequestsPerMinute : fundedRequestsPerMinute;
}
