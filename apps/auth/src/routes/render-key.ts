import { isFreeTier } from '@tollgate/identity';
import { nanosToUsdNumber, type Nanos } from '@tollgate/money';
import { getLimitRemaining, type KeyUsage } from '../domain/key-usage';
import type { CurrentKey } from '../use-cases/get-current-key';
import type { KeyWithUsage } from '../use-cases/list-keys';
import { formatTime } from './format-time';

type Json = Record<string, unknown>;

function toUsd(nanos: Nanos | null): number | null {
  return nanos === null ? null : nanosToUsdNumber(nanos);
}

function renderSpend(usage: KeyUsage): Json {
  return {
    usage: toUsd(usage.totalNanos),
    usage_daily: toUsd(usage.dayNanos),
    usage_weekly: toUsd(usage.weekNanos),
    usage_monthly: toUsd(usage.monthNanos),
  };
}

/** A key in its owner's list: both families of names, never the secret. */
export function renderKey({ key, usage }: KeyWithUsage): Json {
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
    lastUsed: formatTime(usage.lastUsedAt),
    requestCount: usage.requests,
    totalTokens: usage.totalTokens,
    allowedCidrs: key.allowedCidrs,
    freeFallback: key.hasFreeFallback,
    orgId: null,
    teamId: null,
    memberId: null,
    scopes: [key.type === 'management' ? 'keys' : 'inference'],
  };
}

function renderRateLimit(requests: number): Json {
  return {
    requests,
    interval: '1m',
    note: 'Requests per minute for this account, shared by all of its keys.',
  };
}

/** GET /v1/key. Without a cap the whole balance remains. */
export function renderCurrentKey(current: CurrentKey): Json {
  const { key, usage, balanceNanos, requestsPerMinute } = current;
  const isManagement = key.type === 'management';
  return {
    data: {
      label: key.label,
      limit: toUsd(key.limitNanos),
      limit_remaining: toUsd(getLimitRemaining(key, usage) ?? balanceNanos),
      limit_reset: key.limitReset,
      expires_at: formatTime(key.expiresAt),
      is_free_tier: isFreeTier(balanceNanos),
      is_management_key: isManagement,
      is_provisioning_key: isManagement,
      ...renderSpend(usage),
      requests: usage.requests,
      requests_daily: usage.dayRequests,
      requests_weekly: usage.weekRequests,
      requests_monthly: usage.monthRequests,
      rate_limit: renderRateLimit(requestsPerMinute),
    },
  };
}

/** GET /v1/auth/key: the short form. */
export function renderCurrentKeyBriefly(current: CurrentKey): Json {
  const { key, usage, balanceNanos, requestsPerMinute } = current;
  return {
    data: {
      label: key.label,
      usage: toUsd(usage.totalNanos),
      limit: toUsd(key.limitNanos),
      is_free_tier: isFreeTier(balanceNanos),
      rate_limit: renderRateLimit(requestsPerMinute),
    },
  };
}
