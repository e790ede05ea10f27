import type { Queryable } from '@tollgate/postgres';
import { readSession, sessionColumns, type SessionRow } from '../sessions/session-rows';
import { readUser, userColumns, type UserRow } from '../users/user-rows';
import type { PlaygroundTokenStore } from './ports';

type Row = SessionRow & UserRow & { token_created_at: Date; token_expires_at: Date };

const byHashSql = `
SELECT t.created_at AS token_created_at, t.expires_at AS token_expires_at,
  ${sessionColumns}, ${userColumns}
FROM playground_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
WHERE t.token_hash = $1 AND t.expires_at > $2 AND s.revoked_at IS NULL AND s.expires_at > $2
  AND u.deleted_at IS NULL`;

const deleteOldestSql = `
DELETE FROM playground_tokens WHERE session_id = $1 AND (expires_at <= $3 OR token_hash IN (
  SELECT token_hash FROM playground_tokens WHERE session_id = $1 AND expires_at > $3
  ORDER BY created_at DESC, token_hash OFFSET $2))
RETURNING token_hash`;

export function createPlaygroundTokenStore(sql: Queryable): PlaygroundTokenStore {
  return {
    async insert({ createdAt, expiresAt, sessionId }, tokenHash) {
      await sql.query(
        `INSERT INTO playground_tokens (token_hash, session_id, created_at, expires_at)
         VALUES ($1, $2, $3, $4)`,
        [tokenHash, sessionId, createdAt, expiresAt],
      );
    },

    async findLiveByHash(tokenHash, now) {
      const { rows } = await sql.queryNamed<Row>('playground_token_by_hash', byHashSql, [
        tokenHash,
        now,
      ]);
      const [row] = rows;
      if (row === undefined) return undefined;
      const session = readSession(row);
      const { token_created_at: createdAt, token_expires_at: expiresAt } = row;
      return {
        token: { sessionId: session.id, createdAt, expiresAt },
        session,
        user: readUser(row),
      };
    },

    async deleteOldest(sessionId, keptMax, now) {
      const values = [sessionId, keptMax, now];
      const { rows } = await sql.query<{ token_hash: string }>(deleteOldestSql, values);
      return rows.map((row) => row.token_hash);
    },

    async deleteOfSession(sessionId) {
      const { rows } = await sql.query<{ token_hash: string }>(
        'DELETE FROM playground_tokens WHERE session_id = $1 RETURNING token_hash',
        [sessionId],
      );
      return rows.map((row) => row.token_hash);
    },
  };
}
