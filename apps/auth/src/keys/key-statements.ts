import type { Queryable } from '@tollgate/postgres';
import type { KeyEnding } from './api-key';
import type { KeyStore } from './ports';

const insertSql = `
  INSERT INTO api_keys (id, user_id, label, key_type, key_hash, key_prefix, key_suffix, is_enabled,
    limit_nanos, limit_reset, limit_period_label, expires_at, allowed_cidrs, has_free_fallback,
    created_at, updated_at, org_id, team_id, member_id, disabled_at, disabled_by, disabled_by_key)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17, $18,
    $19, $20, $21)`;

const updateSql = `
  UPDATE api_keys SET is_enabled = $2, limit_nanos = $3, limit_reset = $4, limit_period_label = $5,
    expires_at = $6, allowed_cidrs = $7, has_free_fallback = $8, updated_at = $9, label = $10,
    disabled_at = $11, disabled_by = $12, disabled_by_key = $13
  WHERE id = $1`;

// The right side sees the row as it was: its secret becomes the one before.
const rotateSql = `
  UPDATE api_keys SET key_hash = $2, key_prefix = $3, key_suffix = $4, rotation_ulid = $5,
    previous_hash = CASE WHEN $6::timestamptz IS NOT NULL THEN key_hash END,
    previous_ends_at = $6, updated_at = $7
  WHERE id = $1`;

const revokeSql = `
  UPDATE api_keys SET revoked_at = $2, revoked_by = $3, revoked_by_key = $4, updated_at = $2
  WHERE id = $1`;

// Users end all of their keys themselves.
const revokeAllSql = `
  UPDATE api_keys SET revoked_at = $2, revoked_by = $1, updated_at = $2
  WHERE user_id = $1 AND (org_id IS NULL OR member_id IS NOT NULL) AND revoked_at IS NULL`;

const revokeEverySql = `
  UPDATE api_keys SET revoked_at = $2, revoked_by = $1, updated_at = $2
  WHERE user_id = $1 AND revoked_at IS NULL`;

const disableOrgKeysSql = `
  UPDATE api_keys SET is_enabled = false, updated_at = $4,
    disabled_at = $4, disabled_by = NULL, disabled_by_key = NULL
  WHERE org_id = $1 AND ($2::text IS NULL OR member_id = $2) AND ($3::text IS NULL OR team_id = $3)
    AND is_enabled AND revoked_at IS NULL
  RETURNING id`;

type Writes =
  | 'insert'
  | 'update'
  | 'rotate'
  | 'noteUse'
  | 'revoke'
  | 'revokeAll'
  | 'revokeEvery'
  | 'lockOrg'
  | 'deleteOrgKeys'
  | 'disableOrgKeys';

export function createKeyWrites(sql: Queryable): Pick<KeyStore, Writes> {
  return {
    ...createRevocations(sql),

    async insert(key, keyHash) {
      await sql.query(insertSql, [
        key.id,
        key.userId,
        key.label,
        key.type,
        keyHash,
        key.prefix,
        key.suffix,
        key.isEnabled,
        key.limitNanos,
        key.limitReset,
        key.limitPeriodLabel,
        key.expiresAt,
        key.allowedCidrs,
        key.hasFreeFallback,
        key.createdAt,
        key.org?.orgId ?? null,
        key.org?.teamId ?? null,
        key.org?.memberId ?? null,
        ...listEnding(key.disabled),
      ]);
    },

    async update(key, now) {
      await sql.query(updateSql, [
        key.id,
        key.isEnabled,
        key.limitNanos,
        key.limitReset,
        key.limitPeriodLabel,
        key.expiresAt,
        key.allowedCidrs,
        key.hasFreeFallback,
        now,
        key.label,
        ...listEnding(key.disabled),
      ]);
    },

    async noteUse(keyId, now) {
      await sql.query('UPDATE api_keys SET last_used_at = $2 WHERE id = $1', [keyId, now]);
    },

    async lockOrg(orgId) {
      await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`keys:${orgId}`]);
    },

    deleteOrgKeys: (orgId, rowsMax) => deleteOrgKeys(sql, orgId, rowsMax),
  };
}

function listEnding(ending: KeyEnding | null): readonly unknown[] {
  return [ending?.at ?? null, ending?.by?.userId ?? null, ending?.by?.keyId ?? null];
}

type Ends = 'rotate' | 'revoke' | 'revokeAll' | 'revokeEvery' | 'disableOrgKeys';

/** Statements after which a secret does not work as before. */
function createRevocations(sql: Queryable): Pick<KeyStore, Ends> {
  return {
    async rotate(key, { hash, ulid }, now) {
      const { id, prefix, previousEndsAt, suffix } = key;
      await sql.query(rotateSql, [id, hash, prefix, suffix, ulid, previousEndsAt, now]);
    },

    async revoke(keyId, ending) {
      await sql.query(revokeSql, [keyId, ...listEnding(ending)]);
    },

    async revokeAll(userId, now) {
      const { rowCount } = await sql.query(revokeAllSql, [userId, now]);
      return rowCount;
    },

    async revokeEvery(userId, now) {
      return (await sql.query(revokeEverySql, [userId, now])).rowCount;
    },

    async disableOrgKeys({ memberId = null, orgId, teamId = null }, now) {
      const values = [orgId, memberId, teamId, now];
      const { rows } = await sql.query<{ id: string }>(disableOrgKeysSql, values);
      return rows.map(({ id }) => id);
    },
  };
}

/** Of an institution the sessions first: they name their keys. */
const purgedTables = ['institution_sessions', 'institution_keys', 'api_keys'] as const;

async function deleteOrgKeys(sql: Queryable, orgId: string, rowsMax: number): Promise<number> {
  let deleted = 0;
  for (const table of purgedTables) {
    const { rowCount } = await sql.query(
      `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE org_id = $1 LIMIT $2)`,
      [orgId, rowsMax - deleted],
    );
    deleted += rowCount;
    if (deleted >= rowsMax) break;
  }
  return deleted;
}
