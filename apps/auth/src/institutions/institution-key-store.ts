import { isId } from '@tollgate/ids';
import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { InstitutionKey } from './institution-key';
import type { InstitutionKeyStore } from './ports';

type KeyRow = Omit<InstitutionKey, 'teacherIds'>;

const columns = tableColumns<KeyRow>(
  ['id', 'orgId', 'name', 'prefix', 'suffix', 'isEnabled', 'expiresAt', 'createdAt'],
  { prefix: 'key_prefix', suffix: 'key_suffix' },
);
const teacherIdsSql = `ARRAY(SELECT member_id FROM institution_teachers
  WHERE key_id = institution_keys.id ORDER BY assigned_at, member_id)`;
const selectSql = `
  SELECT ${columns.select}, ${teacherIdsSql} AS "teacherIds" FROM institution_keys`;
const madeSql = `${selectSql} WHERE org_id = $1 AND id = $2`;

export function createInstitutionKeyStore(sql: Queryable): InstitutionKeyStore {
  return { ...createReads(sql), ...createWrites(sql) };
}

type Writes = 'insert' | 'update' | 'revoke' | 'disableAll';

function createReads(sql: Queryable): Omit<InstitutionKeyStore, Writes> {
  const readOne = async (text: string, values: readonly unknown[]) => {
    return (await sql.query<InstitutionKey>(text, values)).rows[0];
  };
  return {
    async findByHash(keyHash) {
      const { rows } = await sql.queryNamed<InstitutionKey>(
        'institution_key_by_hash',
        `${selectSql} WHERE key_hash = $1 AND revoked_at IS NULL`,
        [keyHash],
      );
      return rows[0];
    },

    findMade: (orgId, keyId) => readOne(madeSql, [orgId, keyId]),

    async lock(orgId, keyId) {
      if (!isId('institutionKey', keyId)) return undefined;
      return readOne(`${madeSql} AND revoked_at IS NULL FOR UPDATE`, [orgId, keyId]);
    },

    lockForSession: (keyId) =>
      readOne(`${selectSql} WHERE id = $1 AND revoked_at IS NULL FOR SHARE`, [keyId]),

    async list(orgId) {
      const { rows } = await sql.query<InstitutionKey>(
        `${selectSql} WHERE org_id = $1 AND revoked_at IS NULL ORDER BY created_at, id`,
        [orgId],
      );
      return rows;
    },
  };
}

function createWrites(sql: Queryable): Pick<InstitutionKeyStore, Writes> {
  return {
    async insert(key, keyHash) {
      await sql.query(
        `INSERT INTO institution_keys (${columns.names}, key_hash, updated_at)
         VALUES (${columns.parameters}, $9, $8)`,
        [...columns.values(key), keyHash],
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
