import { isId } from '@tollgate/ids';
import type { Queryable } from '@tollgate/postgres';
import type { KeyStore } from '../use-cases/ports';
import { keyColumns, readKey, readUser, userColumns, type KeyRow, type UserRow } from './rows';

const insertSql = `
  INSERT INTO api_keys (id, user_id, label, key_type, key_hash, key_prefix, key_suffix, is_enabled,
    limit_nanos, limit_reset, limit_period_label, expires_at, allowed_cidrs, has_free_fallback,
    created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)`;

const updateSql = `
  UPDATE api_keys SET is_enabled = $2, limit_nanos = $3, limit_reset = $4, limit_period_label = $5,
    expires_at = $6, allowed_cidrs = $7, has_free_fallback = $8, updated_at = $9
  WHERE id = $1`;

const byHashSql = `
  SELECT ${keyColumns}, ${userColumns} FROM api_keys k JOIN users u ON u.id = k.user_id
  WHERE k.key_hash = $1 AND k.revoked_at IS NULL`;

const listSql = `
  SELECT ${keyColumns} FROM api_keys k
  WHERE k.user_id = $1 AND k.revoked_at IS NULL AND ($2 OR k.is_enabled)
  ORDER BY k.created_at, k.id OFFSET $3 LIMIT $4`;

const revokeSql = 'UPDATE api_keys SET revoked_at = $2, updated_at = $2 WHERE id = $1';

const madeSql = `SELECT ${keyColumns} FROM api_keys k WHERE k.id = $1 AND k.user_id = $2`;
const ownedSql = `${madeSql} AND k.revoked_at IS NULL`;

export function createKeyStore(sql: Queryable): KeyStore {
  return { ...createReads(sql), ...createWrites(sql) };
}

type Reads = 'findByHash' | 'findOwned' | 'findMade' | 'lockOwned' | 'listOwned' | 'countOwned';

function createReads(sql: Queryable): Pick<KeyStore, Reads> {
  return {
    async findByHash(keyHash) {
      const { rows } = await sql.queryNamed<KeyRow & UserRow>('key_by_hash', byHashSql, [keyHash]);
      return rows[0] && { key: readKey(rows[0]), user: readUser(rows[0]) };
    },

    async findOwned(userId, keyId) {
      // What is no id is not asked for: a NUL, for one, is no text to Postgres.
      if (!isId('key', keyId)) return undefined;
      const { rows } = await sql.queryNamed<KeyRow>('key_owned', ownedSql, [keyId, userId]);
      return rows[0] && readKey(rows[0]);
    },

    async findMade(userId, keyId) {
      const { rows } = await sql.query<KeyRow>(madeSql, [keyId, userId]);
      return rows[0] && readKey(rows[0]);
    },

    async lockOwned(userId, keyId) {
      if (!isId('key', keyId)) return undefined;
      const { rows } = await sql.query<KeyRow>(`${ownedSql} FOR UPDATE`, [keyId, userId]);
      return rows[0] && { key: readKey(rows[0]), keyHash: rows[0].key_hash };
    },

    async listOwned(userId, page) {
      const { rows } = await sql.queryNamed<KeyRow>('keys_of_user', listSql, [
        userId,
        page.hasDisabled,
        page.offset,
        page.limit,
      ]);
      return rows.map(readKey);
    },

    async countOwned(userId) {
      const { rows } = await sql.query<{ count: bigint }>(
        'SELECT count(*) AS count FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL',
        [userId],
      );
      return Number(rows[0]?.count ?? 0);
    },
  };
}

function createWrites(sql: Queryable): Omit<KeyStore, Reads> {
  return {
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
      ]);
    },

    async revoke(keyId, now) {
      await sql.query(revokeSql, [keyId, now]);
    },

    async revokeAll(userId, now) {
      const { rowCount } = await sql.query(
        `UPDATE api_keys SET revoked_at = $2, updated_at = $2
         WHERE user_id = $1 AND revoked_at IS NULL`,
        [userId, now],
      );
      return rowCount;
    },
  };
}
