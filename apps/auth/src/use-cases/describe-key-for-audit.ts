import { nanosToUsdNumber } from '@tollgate/money';
import type { ApiKey } from '../domain/api-key';

/** A key as the audit log shows it: its settings, nothing of its secret. */
export function describeKeyForAudit(key: ApiKey): Record<string, unknown> {
  return {
    label: key.label,
    keyType: key.type,
    enabled: key.isEnabled,
    spendLimitUsd: key.limitNanos === null ? null : nanosToUsdNumber(key.limitNanos),
    spendLimitPeriod: key.limitReset,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    allowedCidrs: key.allowedCidrs,
    freeFallback: key.hasFreeFallback,
    ...(key.org && { teamId: key.org.teamId, memberId: key.org.memberId }),
  };
}
