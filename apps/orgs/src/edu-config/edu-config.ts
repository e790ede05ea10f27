import type { Nanos } from '@tollgate/money';
import { toUsd } from '../shared/usd';

/** Sign-in settings of an institution; without domains sign-in is off. */
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

export interface EduConfigDescription {
  readonly allowedDomains: string[];
  readonly sessionTtlSeconds: number;
  readonly verificationTtlSeconds: number;
  readonly maxSessionsPerEmailPerKey: number;
  readonly sessionQuota: {
    readonly requests: number | null;
    readonly tokens: number | null;
    readonly usd: number | null;
  };
}

/** Also the form that answers show. */
export function describeEduConfig(config: EduConfig): EduConfigDescription {
  return {
    allowedDomains: [...config.allowedDomains],
    sessionTtlSeconds: config.sessionTtlSeconds,
    verificationTtlSeconds: config.verificationTtlSeconds,
    maxSessionsPerEmailPerKey: config.sessionsPerEmailMax,
    sessionQuota: {
      requests: config.quotaRequests,
      tokens: config.quotaTokens,
      usd: toUsd(config.quotaNanos),
    },
  };
}
