import type { Queryable } from '@tollgate/postgres';
import type { RecoveryCodeStore } from './ports';

export function createRecoveryCodeStore(sql: Queryable): RecoveryCodeStore {
  const removeAllOf = async (userId: string): Promise<number> => {
    const { rowCount } = await sql.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
    return rowCount;
  };
  return {
    async replace(userId, hashes, now) {
      await removeAllOf(userId);
      await sql.query(
        `INSERT INTO recovery_codes (code_hash, user_id, created_at)
         SELECT hash, $2, $3 FROM unnest($1::text[]) AS hash`,
        [hashes, userId, now],
      );
    },

    async count(userId) {
      const { rows } = await sql.query<{ count: bigint }>(
        'SELECT count(*) AS count FROM recovery_codes WHERE user_id = $1',
        [userId],
      );
      return Number(rows[0]?.count ?? 0);
    },

    async take(userId, hash) {
      const { rowCount } = await sql.query(
        'DELETE FROM recovery_codes WHERE code_hash = $1 AND user_id = $2',
        [hash, userId],
      );
      return rowCount === 1;
    },

    removeAllOf,
  };
}
