import { formatTime } from '@tollgate/http';
import { isFreeTier } from '@tollgate/identity';
import { nanosToUsdNumber, type Nanos } from '@tollgate/money';
import type { z } from 'zod';
import { toCounts } from '../institutions/institution-session';
import type { ApiKey } from './api-key';
import type { CurrentKey } from './get-current-key';
import type { currentKeySchema, keySchema, shortCurrentKeySchema } from './key-answers';
import { listKeyScopes } from './key-scopes';
import { getLastUse, getLimitRemaining, type KeyUsage } from './key-usage';
import type { KeyWithUsage } from './list-keys';

type RenderedKey = z.input<typeof keySchema>;
type RenderedCurrentKey = z.input<typeof currentKeySchema>;

function toUsd(nanos: Nanos | null): number | null {
  return nanos === null ? null : nanosToUsdNumber(nanos);
}

type Spend = Pick<RenderedKey, 'usage' | 'usage_daily' | 'usage_weekly' | 'usage_monthly'>;

function renderSpend(usage: KeyUsage): Spend {
  return {
    usage: nanosToUsdNumber(usage.totalNanos),
    usage_daily: nanosToUsdNumber(usage.dayNanos),
    usage_weekly: nanosToUsdNumber(usage.weekNanos),
    usage_monthly: nanosToUsdNumber(usage.monthNanos),
  };
}

/** A key in its owner's list: both families of names, never the secret. */
export function renderKey({ key, usage }: KeyWithUsage): RenderedKey {
  const createdAt = formatTime(key.createdAt);
  const expiresAt = formatTime(key.expiresAt);
  return {
    id: key.id,
    name: key.label,
    label: key.label,
    keyType: key.type,
    keyPrefix: key.prefix,
    keySuffix: key.suffix,
    enabled: key.isEnabled,
    disabled: !key.isEnabled,
    spendLimitUsd: toUsd(key.limitNanos),
    spendLimitPeriod: key.limitPeriodLabel,
    limit: toUsd(key.limitNanos),
    limit_reset: key.limitReset,
    limit_remaining: toUsd(getLimitRemaining(key, usage)),
    ...renderSpend(usage),
    expiresAt,
    expires_at: expiresAt,
    createdAt,
    created_at: createdAt,
    lastUsed: formatTime(getLastUse(key, usage)),
    requestCount: usage.requests,
    totalTokens: usage.totalTokens,
    allowedCidrs: [...key.allowedCidrs],
    freeFallback: key.hasFreeFallback,
    orgId: key.org?.orgId ?? null,
    teamId: key.org?.teamId ?? null,
    memberId: key.org?.memberId ?? null,
    scopes: [...listKeyScopes(key)],
    previousSecretEndsAt: formatTime(key.previousEndsAt),
    ...renderEndings(key),
  };
}

type Endings = Pick<RenderedKey, 'disabledAt' | 'disabledBy' | 'deletedAt' | 'deletedBy'>;

function renderEndings({ deleted, disabled }: Pick<ApiKey, 'deleted' | 'disabled'>): Endings {
  return {
    disabledAt: formatTime(disabled?.at ?? null),
    disabledBy: disabled?.by ?? null,
    deletedAt: formatTime(deleted?.at ?? null),
    deletedBy: deleted?.by ?? null,
  };
}

function renderRateLimit(requests: number): RenderedCurrentKey['rate_limit'] {
  return {
    requests,
    interval: '1m',
    note: 'Requests per minute for this account, shared by all of its keys.',
  };
}

/** GET /v1/key. Without a cap the whole balance remains. */
export function renderCurrentKey(current: CurrentKey): { data: RenderedCurrentKey } {
  const { key, usage, balanceNanos, isBalanceShown, requestsPerMinute } = current;
  const isManagement = key.type === 'management';
  return {
    data: {
      label: key.label,
      limit: toUsd(key.limitNanos),
      limit_remaining: toUsd(
        getLimitRemaining(key, usage) ?? (isBalanceShown ? balanceNanos : null),
      ),
      // A period that waits for a cap resets nothing.
      limit_reset: key.limitNanos === null ? null : key.limitReset,
      expires_at: formatTime(key.expiresAt),
      is_free_tier: isFreeTier(current),
      is_management_key: isManagement,
      is_provisioning_key: isManagement,
      ...renderSpend(usage),
      requests: usage.requests,
      requests_daily: usage.dayRequests,
      requests_weekly: usage.weekRequests,
      requests_monthly: usage.monthRequests,
      rate_limit: renderRateLimit(requestsPerMinute),
      ...(key.quota && {
        session_quota: { ...toCounts(key.quota), tokens_used: usage.totalTokens },
      }),
    },
  };
}

/** GET /v1/auth/key: the short form. */
export function renderCurrentKeyBriefly(current: CurrentKey): {
  data: z.input<typeof shortCurrentKeySchema>;
} {
  const { key, usage, requestsPerMinute } = current;
  return {
    data: {
      label: key.label,
      usage: nanosToUsdNumber(usage.totalNanos),
      limit: toUsd(key.limitNanos),
      is_free_tier: isFreeTier(current),
      rate_limit: renderRateLimit(requestsPerMinute),
    },
  };
}
