import type { Queryable } from '@tollgate/postgres';
import { readUser, userColumns, type UserRow } from '../users/user-rows';
import type { SessionStore } from './ports';
import { readSession, sessionColumns, type SessionRow } from './session-rows';

export function createSessionStore(sql: Queryable): SessionStore {
  return { ...createReads(sql), ...createWrites(sql) };
}

type Reads = 'findLive' | 'lockLive' | 'findLiveByHash' | 'listLive' | 'countLive' | 'listOrigins';

const originsMax = 100;

const liveSql = `
  SELECT ${sessionColumns} FROM sessions s
  WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2`;

function createReads(sql: Queryable): Pick<SessionStore, Reads> {
  return {
    async findLive(sessionId, now) {
      const values = [sessionId, now];
      const { rows } = await sql.queryNamed<SessionRow>('session_by_id', liveSql, values);
      return rows[0] && readSession(rows[0]);
    },

    async lockLive(sessionId, now) {
      const { rows } = await sql.query<SessionRow>(`${liveSql} FOR UPDATE`, [sessionId, now]);
      return rows[0] && readSession(rows[0]);
    },

    async findLiveByHash(tokenHash, now) {
      const { rows } = await sql.queryNamed<SessionRow & UserRow>(
        'session_by_hash',
        `SELECT ${sessionColumns}, ${userColumns} FROM sessions s JOIN users u ON u.id = s.user_id
         WHERE s.token_hash = $1 AND s.revoked_at IS NULL AND s.expires_at > $2`,
        [tokenHash, now],
      );
      return rows[0] && { session: readSession(rows[0]), user: readUser(rows[0]) };
    },

    async listLive(userId, now, { limit, offset }) {
      const { rows } = await sql.queryNamed<SessionRow>(
        'sessions_of_user',
        `SELECT ${sessionColumns} FROM sessions s
         WHERE s.user_id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2
         ORDER BY s.created_at DESC, s.id DESC OFFSET $3 LIMIT $4`,
        [userId, now, offset, limit],
      );
      return rows.map(readSession);
    },

    async listOrigins(email) {
      const { rows } = await sql.query<{ ip: string }>(
        `SELECT s.ip FROM sessions s JOIN users u ON u.id = s.user_id
         WHERE u.email = $1 AND s.ip <> '' ORDER BY s.created_at DESC LIMIT $2`,
        [email, originsMax],
      );
      return rows.map(({ ip }) => ip);
    },

    async countLive(userId, now) {
      const { rows } = await sql.query<{ count: bigint }>(
        `SELECT count(*) AS count FROM sessions
         WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2`,
        [userId, now],
      );
      return Number(rows[0]?.count ?? 0);
    },
  };
}

function createWrites(sql: Queryable): Omit<SessionStore, Reads> {
  return {
    async insert(session, tokenHash) {
      await sql.query(
        `INSERT INTO sessions (id, user_id, token_hash, created_at, renewed_at, expires_at,
           user_agent, ip)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          session.id,
          session.userId,
          tokenHash,
          session.createdAt,
          session.renewedAt,
          session.expiresAt,
          session.userAgent,
          session.ip,
        ],
      );
    },

    async renew(sessionId, renewedAt, expiresAt) {
      await sql.query(
        `UPDATE sessions SET renewed_at = $2, expires_at = $3
         WHERE id = $1 AND revoked_at IS NULL`,
        [sessionId, renewedAt, expiresAt],
      );
    },

    async revoke(sessionId, userId, now) {
      const { rows } = await sql.query<{ token_hash: string }>(
        `UPDATE sessions SET revoked_at = $3
         WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL RETURNING token_hash`,
        [sessionId, userId, now],
      );
      return rows[0]?.token_hash;
    },

    async revokeAll(userId, now, exceptId = '') {
      const { rowCount } = await sql.query(
        `UPDATE sessions SET revoked_at = $2
         WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2 AND id <> $3`,
        [userId, now, exceptId],
      );
      return rowCount;
    },

    async eraseOrigins(userId) {
      await sql.query(`UPDATE sessions SET user_agent = '', ip = '' WHERE user_id = $1`, [userId]);
    },

    async deleteEndedBefore(time, rowsMax) {
      const { rowCount } = await sql.query(
        `DELETE FROM sessions WHERE id IN
           (SELECT id FROM sessions WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`,
        [time, rowsMax],
      );
      return rowCount;
    },
  };
}
