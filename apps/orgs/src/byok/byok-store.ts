import { isId } from '@tollgate/ids';
import type { Queryable } from '@tollgate/postgres';
import type { ByokHealth, ByokKey, ByokModel, ByokProtocol } from './byok-key';
import type { ByokStore } from './ports';

interface Row {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly base_url: string;
  readonly key_mask: string;
  readonly sealed_key: Buffer;
  readonly master_key_id: string;
  readonly protocol: ByokProtocol;
  readonly is_seamless: boolean;
  readonly scoped_key_ids: readonly string[];
  readonly is_enabled: boolean;
  readonly models: readonly ByokModel[];
  readonly health: ByokHealth['status'];
  readonly health_checked_at: Date | null;
  readonly health_error: string | null;
  readonly failures: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const insertSql = `
INSERT INTO byok_keys (id, org_id, name, base_url, key_mask, sealed_key, master_key_id, protocol,
  is_seamless, scoped_key_ids, is_enabled, models, health, health_checked_at, health_error,
  failures, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`;

const updateSql = `
UPDATE byok_keys SET name = $3, base_url = $4, key_mask = $5, sealed_key = $6, master_key_id = $7,
  protocol = $8, is_seamless = $9, scoped_key_ids = $10, is_enabled = $11, models = $12,
  health = $13, health_checked_at = $14, health_error = $15, failures = $16, created_at = $17,
  updated_at = $18
WHERE id = $1 AND org_id = $2`;

// Counted as checked when it is claimed, so that two instances do not probe one key.
const claimFailingSql = `
UPDATE byok_keys SET health_checked_at = $2 WHERE id IN (
  SELECT k.id FROM byok_keys k JOIN organizations o ON o.id = k.org_id
   WHERE k.health = 'failing' AND k.is_enabled AND k.is_seamless AND k.health_checked_at <= $1
     AND o.deleted_at IS NULL AND o.suspended_at IS NULL
   ORDER BY k.health_checked_at LIMIT $3 FOR UPDATE OF k SKIP LOCKED)
RETURNING *`;

export function createByokStore(sql: Queryable): ByokStore {
  return {
    async insert(key) {
      await sql.query(insertSql, toColumns(key));
    },
    async update(key) {
      await sql.query(updateSql, toColumns(key));
    },
    async delete(byokId) {
      await sql.query('DELETE FROM byok_keys WHERE id = $1', [byokId]);
    },
    async deleteAll(orgId) {
      await sql.query('DELETE FROM byok_keys WHERE org_id = $1', [orgId]);
    },
    async claimFailing(checkedBefore, now, rowsMax) {
      const { rows } = await sql.query<Row>(claimFailingSql, [checkedBefore, now, rowsMax]);
      return rows.map(readKey);
    },
    async find(orgId, byokId) {
      if (!isId('byokKey', byokId)) return undefined;
      const { rows } = await sql.query<Row>(
        'SELECT * FROM byok_keys WHERE org_id = $1 AND id = $2',
        [orgId, byokId],
      );
      return rows[0] && readKey(rows[0]);
    },
    async list(orgId) {
      const { rows } = await sql.query<Row>(
        'SELECT * FROM byok_keys WHERE org_id = $1 ORDER BY id',
        [orgId],
      );
      return rows.map(readKey);
    },
  };
}

function toColumns(key: ByokKey): unknown[] {
  return [
    key.id,
    key.orgId,
    key.name,
    key.baseUrl,
    key.keyMask,
    key.sealedKey,
    key.masterKeyId,
    key.protocol,
    key.isSeamless,
    key.scopedKeyIds,
    key.isEnabled,
    JSON.stringify(key.models),
    key.health.status,
    key.health.checkedAt,
    key.health.lastError,
    key.health.failures,
    key.createdAt,
    key.updatedAt,
  ];
}

function readKey(row: Row): ByokKey {
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    baseUrl: row.base_url,
    keyMask: row.key_mask,
    sealedKey: row.sealed_key,
    masterKeyId: row.master_key_id,
    protocol: row.protocol,
    isSeamless: row.is_seamless,
    scopedKeyIds: row.scoped_key_ids,
    isEnabled: row.is_enabled,
    models: row.models,
    health: {
      status: row.health,
      checkedAt: row.health_checked_at,
      lastError: row.health_error,
      failures: row.failures,
    },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
