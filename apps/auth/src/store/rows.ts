import type { ApiKey, KeyOrg, KeyType } from '../domain/api-key';
import type { LimitReset } from '../domain/limit-period';
import type { Session } from '../domain/session';
import type { User, UserRole } from '../domain/user';

export interface UserRow {
  readonly user_id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: UserRole;
  readonly email_verified_at: Date | null;
  readonly suspended_at: Date | null;
  readonly suspended_reason: string | null;
  readonly locale: string | null;
  readonly has_account_free_fallback: boolean;
  readonly deleted_at: Date | null;
  readonly is_breaker_enabled: boolean;
  readonly breaker_minute_nanos: bigint | null;
  readonly breaker_hour_nanos: bigint | null;
  readonly user_created_at: Date;
}

/** Prefixed, so that they can be joined with the columns of a session or a key. */
export const userColumns =
  'u.id AS user_id, u.email, u.name, u.role, u.email_verified_at, u.suspended_at, u.suspended_reason, u.locale, u.has_free_fallback AS has_account_free_fallback, u.deleted_at, u.is_breaker_enabled, u.breaker_minute_nanos, u.breaker_hour_nanos, u.created_at AS user_created_at';

export function readUser(row: UserRow): User {
  return {
    id: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role,
    isEmailVerified: row.email_verified_at !== null,
    suspension:
      row.suspended_at === null ? null : { since: row.suspended_at, reason: row.suspended_reason },
    breaker: {
      isEnabled: row.is_breaker_enabled,
      minuteNanos: row.breaker_minute_nanos,
      hourNanos: row.breaker_hour_nanos,
    },
    locale: row.locale,
    hasFreeFallback: row.has_account_free_fallback,
    createdAt: row.user_created_at,
    deletedAt: row.deleted_at,
  };
}

export interface SessionRow {
  readonly id: string;
  readonly owner_id: string;
  readonly created_at: Date;
  readonly renewed_at: Date;
  readonly expires_at: Date;
  readonly user_agent: string;
  readonly ip: string;
}

export const sessionColumns =
  's.id, s.user_id AS owner_id, s.created_at, s.renewed_at, s.expires_at, s.user_agent, s.ip';

export function readSession(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.owner_id,
    createdAt: row.created_at,
    renewedAt: row.renewed_at,
    expiresAt: row.expires_at,
    userAgent: row.user_agent,
    ip: row.ip,
  };
}

export interface KeyRow {
  readonly id: string;
  readonly owner_id: string;
  readonly label: string;
  readonly key_type: KeyType;
  readonly key_hash: string;
  readonly key_prefix: string;
  readonly key_suffix: string;
  readonly is_enabled: boolean;
  readonly limit_nanos: bigint | null;
  readonly limit_reset: LimitReset;
  readonly limit_period_label: string | null;
  readonly expires_at: Date | null;
  readonly allowed_cidrs: string[];
  readonly has_free_fallback: boolean;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly org_id: string | null;
  readonly team_id: string | null;
  readonly member_id: string | null;
}

export const keyColumns =
  'k.id, k.user_id AS owner_id, k.label, k.key_type, k.key_hash, k.key_prefix, k.key_suffix, k.is_enabled, k.limit_nanos, k.limit_reset, k.limit_period_label, k.expires_at, k.allowed_cidrs, k.has_free_fallback, k.created_at, k.last_used_at, k.org_id, k.team_id, k.member_id';

export function readKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    userId: row.owner_id,
    org: readOrg(row),
    label: row.label,
    type: row.key_type,
    prefix: row.key_prefix,
    suffix: row.key_suffix,
    isEnabled: row.is_enabled,
    limitNanos: row.limit_nanos,
    limitReset: row.limit_reset,
    limitPeriodLabel: row.limit_period_label,
    expiresAt: row.expires_at,
    allowedCidrs: row.allowed_cidrs,
    hasFreeFallback: row.has_free_fallback,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}

function readOrg({ member_id, org_id, team_id }: KeyRow): KeyOrg | null {
  return org_id === null ? null : { orgId: org_id, teamId: team_id, memberId: member_id };
}
