import { isId } from '@tollgate/ids';
import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { ByokHealth, ByokKey } from './byok-key';
import type { ByokStore } from './ports';

/** A key with the columns of its health beside the others. */
interface Row extends Omit<ByokKey, 'health'> {
  readonly health: ByokHealth['status'];
  readonly healthCheckedAt: Date | null;
  readonly healthError: string | null;
  readonly failures: number;
}

const columns = tableColumns<Row>([
  ...(['id', 'orgId', 'name', 'baseUrl', 'keyMask', 'sealedKey', 'masterKeyId'] as const),
  ...(['protocol', 'isSeamless', 'scopedKeyIds', 'isEnabled', 'models', 'health'] as const),
  ...(['healthCheckedAt', 'healthError', 'failures', 'createdAt', 'updatedAt'] as const),
]);

const insertSql = `INSERT INTO byok_keys (${columns.names}) VALUES (${columns.parameters})`;
const updateSql = `
UPDATE byok_keys SET (${columns.names}) = (${columns.parameters}) WHERE id = $1 AND org_id = $2`;
const ofOrgSql = `SELECT ${columns.select} FROM byok_keys WHERE org_id = $1`;

// Counted as checked when it is claimed, so that two instances do not probe one key.
const claimFailingSql = `
UPDATE byok_keys SET health_checked_at = $2 WHERE id IN (
  SELECT k.id FROM byok_keys k JOIN organizations o ON o.id = k.org_id
   WHERE k.health = 'failing' AND k.is_enabled AND k.is_seamless AND k.health_checked_at <= $1
     AND o.deleted_at IS NULL AND o.suspended_at IS NULL
   ORDER BY k.health_checked_at LIMIT $3 FOR UPDATE OF k SKIP LOCKED)
RETURNING ${columns.select}`;

export function createByokStore(sql: Queryable): ByokStore {
  return {
    async insert(key) {
      await sql.query(insertSql, listValues(key));
    },
    async update(key) {
      await sql.query(updateSql, listValues(key));
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
      const { rows } = await sql.query<Row>(`${ofOrgSql} AND id = $2`, [orgId, byokId]);
      return rows[0] && readKey(rows[0]);
    },
    async list(orgId) {
      const { rows } = await sql.query<Row>(`${ofOrgSql} ORDER BY id`, [orgId]);
      return rows.map(readKey);
    },
  };
}

function listValues({ health, ...key }: ByokKey): unknown[] {
  const { checkedAt, failures, lastError, status } = health;
  const row = { health: status, healthCheckedAt: checkedAt, healthError: lastError, failures };
  const models = JSON.stringify(key.models);
  return columns.values({ ...key, ...row, models });
}

function readKey(row: Row): ByokKey {
  const { failures, health: status, healthCheckedAt: checkedAt, healthError, ...key } = row;
  return { ...key, health: { status, checkedAt, lastError: healthError, failures } };
}
