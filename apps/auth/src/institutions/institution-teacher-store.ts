import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { InstitutionTeacher, InstitutionTeacherStore } from './ports';

const columns = tableColumns<InstitutionTeacher>(['keyId', 'memberId', 'orgId', 'assignedAt']);
const keyIdsSql = `SELECT key_id AS "keyId" FROM institution_teachers
  WHERE org_id = $1 AND member_id = $2 ORDER BY key_id`;

export function createInstitutionTeacherStore(sql: Queryable): InstitutionTeacherStore {
  const readKeyIds = async (text: string, values: readonly unknown[]) => {
    return (await sql.query<{ readonly keyId: string }>(text, values)).rows.map(
      ({ keyId }) => keyId,
    );
  };
  return {
    listKeyIds: (orgId, memberId) => readKeyIds(keyIdsSql, [orgId, memberId]),

    lockKeyIds: (orgId, memberId) => readKeyIds(`${keyIdsSql} FOR SHARE`, [orgId, memberId]),

    async insert(teacher) {
      const { rowCount } = await sql.query(
        `INSERT INTO institution_teachers (${columns.names}) VALUES (${columns.parameters})
         ON CONFLICT (key_id, member_id) DO NOTHING`,
        columns.values(teacher),
      );
      return rowCount > 0;
    },

    async count(keyId) {
      const { rows } = await sql.query<{ readonly count: number }>(
        'SELECT count(*)::int AS count FROM institution_teachers WHERE key_id = $1',
        [keyId],
      );
      return rows[0]?.count ?? 0;
    },

    async remove(keyId, memberId) {
      const { rowCount } = await sql.query(
        'DELETE FROM institution_teachers WHERE key_id = $1 AND member_id = $2',
        [keyId, memberId],
      );
      return rowCount > 0;
    },

    async removeKey(keyId) {
      await sql.query('DELETE FROM institution_teachers WHERE key_id = $1', [keyId]);
    },

    removeMember: (orgId, memberId) =>
      readKeyIds(
        `DELETE FROM institution_teachers WHERE org_id = $1 AND member_id = $2
         RETURNING key_id AS "keyId"`,
        [orgId, memberId],
      ),
  };
}
