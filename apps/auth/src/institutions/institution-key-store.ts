import { isId } from '@tollgate/ids';
import type { Queryable } from '@tollgate/postgres';
import type { InstitutionKey } from './institution-key';
import type { InstitutionKeyStore } from './ports';

interface KeyRow {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly key_prefix: string;
  readonly key_suffix: string;
  readonly is_enabled: boolean;
  readonly expires_at: Date | null;
  readonly created_at: Date;
}

const columns = 'id, org_id, name, key_prefix, key_suffix, is_enabled, expires_at, created_at';
const madeSql = `SELECT ${columns} FROM institution_keys WHERE org_id = $1 AND id = $2`;

function readKey(row: KeyRow): InstitutionKey {
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    prefix: row.key_prefix,
    suffix: row.key_suffix,
    isEnabled: row.is_enabled,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}

export function createInstitutionKeyStore(sql: Queryable): InstitutionKeyStore {
  return { ...createReads(sql), ...createWrites(sql) };
}

type Writes = 'insert' | 'update' | 'revoke' | 'disableAll';

function createReads(sql: Queryable): Omit<InstitutionKeyStore, Writes> {
  const readOne = async (text: string, values: readonly unknown[]) => {
    const { rows } = await sql.query<KeyRow>(text, values);
    return rows[0] && readKey(rows[0]);
  };
  return {
    async findByHash(keyHash) {
      const { rows } = await sql.queryNamed<KeyRow>(
        'institution_key_by_hash',
        `SELECT ${columns} FROM institution_keys WHERE key_hash = $1 AND revoked_at IS NULL`,
        [keyHash],
      );
      return rows[0] && readKey(rows[0]);
    },

    findMade: (orgId, keyId) => readOne(madeSql, [orgId, keyId]),

    async lock(orgId, keyId) {
      if (!isId('institutionKey', keyId)) return undefined;
      return readOne(`${madeSql} AND revoked_at IS NULL FOR UPDATE`, [orgId, keyId]);
    },

    lockForSession: (keyId) =>
      readOne(
        `SELECT ${columns} FROM institution_keys WHERE id = $1 AND revoked_at IS NULL FOR SHARE`,
        [keyId],
      ),

    async list(orgId) {
      const { rows } = await sql.query<KeyRow>(
        `SELECT ${columns} FROM institution_keys WHERE org_id = $1 AND revoked_at IS NULL
         ORDER BY created_at, id`,
        [orgId],
      );
      return rows.map(readKey);
    },
  };
}

function createWrites(sql: Queryable): Pick<InstitutionKeyStore, Writes> {
  return {
    async insert(key, keyHash) {
      await sql.query(
        `INSERT INTO institution_keys (${columns}, key_hash, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8)`,
        [
          key.id,
          key.orgId,
          key.name,
          key.prefix,
          key.suffix,
          key.isEnabled,
          key.expiresAt,
          key.createdAt,
          keyHash,
        ],
      );
    },

    async update({ expiresAt, id, isEnabled }, now) {
      await sql.query(
        `UPDATE institution_keys SET is_enabled = $2, expires_at = $3, updated_at = $4
         WHERE id = $1`,
        [id, isEnabled, expiresAt, now],
      );
    },

    async revoke(keyId, now) {
      await sql.query(
        'UPDATE institution_keys SET revoked_at = $2, updated_at = $2 WHERE id = $1',
        [keyId, now],
      );
    },

    async disableAll(orgId, now) {
      const { rowCount } = await sql.query(
        `UPDATE institution_keys SET is_enabled = false, updated_at = $2
         WHERE org_id = $1 AND is_enabled AND revoked_at IS NULL`,
        [orgId, now],
      );
      return rowCount;
    },
  };
}
