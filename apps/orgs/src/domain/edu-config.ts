import type { Nanos } from '@tollgate/money';

/** How an institution lets its people in; without domains it lets in nobody. */
export interface EduConfig {
  /** Lower case, exact. */
  readonly allowedDomains: readonly string[];
  readonly sessionTtlSeconds: number;
  readonly verificationTtlSeconds: number;
  readonly sessionsPerEmailMax: number;
  /** Of one session; null: no bound. */
  readonly quotaRequests: number | null;
  readonly quotaTokens: number | null;
  readonly quotaNanos: Nanos | null;
}
