import type { User, UserRole } from './user';

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
