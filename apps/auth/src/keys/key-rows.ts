import type { ApiKey, KeyOrg, KeyType } from './api-key';
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
}

// The end of a grace is shown only while the old secret works.
export const keyColumns =
  'CASE WHEN k.previous_ends_at > now() THEN k.previous_ends_at END AS previous_ends_at, k.previous_hash, k.rotation_ulid, k.id, k.user_id AS owner_id, k.label, k.key_type, k.key_hash, k.key_prefix, k.key_suffix, k.is_enabled, k.limit_nanos, k.limit_reset, k.limit_period_label, k.expires_at, k.allowed_cidrs, k.has_free_fallback, k.created_at, k.last_used_at, k.org_id, k.team_id, k.member_id';

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
  };
}

function readOrg({ member_id, org_id, team_id }: KeyRow): KeyOrg | null {
  return org_id === null ? null : { orgId: org_id, teamId: team_id, memberId: member_id };
}
