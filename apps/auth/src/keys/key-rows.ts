import type { ApiKey, KeyEnding, KeyOrg, KeyType } from './api-key';
import type { LimitReset } from './key-settings';

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
  readonly previous_hash: string | null;
  readonly previous_ends_at: Date | null;
  readonly rotation_ulid: string | null;
  readonly org_id: string | null;
  readonly team_id: string | null;
  readonly member_id: string | null;
  readonly disabled_at: Date | null;
  readonly disabled_by: string | null;
  readonly disabled_by_key: string | null;
  readonly disabled_by_email: string | null;
  readonly revoked_at: Date | null;
  readonly revoked_by: string | null;
  readonly revoked_by_key: string | null;
  readonly revoked_by_email: string | null;
}

/** Null for the tombstone of a deleted account. */
function makeEmailSql(userId: string): string {
  return `(SELECT e.email FROM users e WHERE e.id = ${userId} AND e.deleted_at IS NULL)`;
}

// Written by an older instance, a key can be enabled and still have the time of its disabling.
const endingColumns = [
  'CASE WHEN NOT k.is_enabled THEN k.disabled_at END AS disabled_at',
  'k.disabled_by',
  'k.disabled_by_key',
  `${makeEmailSql('k.disabled_by')} AS disabled_by_email`,
  'k.revoked_at',
  'k.revoked_by',
  'k.revoked_by_key',
  `${makeEmailSql('k.revoked_by')} AS revoked_by_email`,
].join(', ');

// The end of a grace is shown only while the old secret works.
export const keyColumns = `${endingColumns}, CASE WHEN k.previous_ends_at > now() THEN k.previous_ends_at END AS previous_ends_at, k.previous_hash, k.rotation_ulid, k.id, k.user_id AS owner_id, k.label, k.key_type, k.key_hash, k.key_prefix, k.key_suffix, k.is_enabled, k.limit_nanos, k.limit_reset, k.limit_period_label, k.expires_at, k.allowed_cidrs, k.has_free_fallback, k.created_at, k.last_used_at, k.org_id, k.team_id, k.member_id`;

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
    previousEndsAt: row.previous_ends_at,
    disabled: readEnding(row.disabled_at, {
      userId: row.disabled_by,
      email: row.disabled_by_email,
      keyId: row.disabled_by_key,
    }),
    deleted: readEnding(row.revoked_at, {
      userId: row.revoked_by,
      email: row.revoked_by_email,
      keyId: row.revoked_by_key,
    }),
  };
}

function readEnding(
  at: Date | null,
  by: {
    readonly userId: string | null;
    readonly email: string | null;
    readonly keyId: string | null;
  },
): KeyEnding | null {
  if (at === null) return null;
  return { at, by: by.userId === null ? null : { ...by, userId: by.userId } };
}

function readOrg({ member_id, org_id, team_id }: KeyRow): KeyOrg | null {
  return org_id === null ? null : { orgId: org_id, teamId: team_id, memberId: member_id };
}
