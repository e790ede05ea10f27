import type { Queryable } from '@tollgate/postgres';
import type { TokenStore } from './ports';

export function createTokenStore(sql: Queryable): TokenStore {
  return {
    async put({ hash, kind, userId }, expiresAt) {
      await sql.query(
        `INSERT INTO mail_tokens (user_id, kind, token_hash, expires_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id, kind) DO UPDATE
           SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
        [userId, kind, hash, expiresAt],
      );
    },

    async isLive(kind, hash, now) {
      const { rows } = await sql.query(
        'SELECT 1 FROM mail_tokens WHERE kind = $1 AND token_hash = $2 AND expires_at > $3',
        [kind, hash, now],
      );
      return rows.length > 0;
    },

    async findEmail(kind, hash, now) {
      const { rows } = await sql.query<{ email: string }>(
        `SELECT u.email FROM mail_tokens t JOIN users u ON u.id = t.user_id
         WHERE t.kind = $1 AND t.token_hash = $2 AND t.expires_at > $3`,
        [kind, hash, now],
      );
      return rows[0]?.email;
    },

    async take(kind, hash, now) {
      const { rows } = await sql.query<{ user_id: string }>(
        `DELETE FROM mail_tokens WHERE kind = $1 AND token_hash = $2 AND expires_at > $3
         RETURNING user_id`,
        [kind, hash, now],
      );
      return rows[0]?.user_id;
    },

    async removeAllOf(userId) {
      await sql.query('DELETE FROM mail_tokens WHERE user_id = $1', [userId]);
    },
  };
}
