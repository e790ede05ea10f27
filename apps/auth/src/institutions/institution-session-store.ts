import { isId } from '@tollgate/ids';
import type { Queryable } from '@tollgate/postgres';
import type { InstitutionSession, SessionStatus } from './institution-session';
import type { EndedSession, InstitutionSessionStore, SessionFilter } from './ports';

interface SessionRow {
  readonly id: string;
  readonly org_id: string;
  readonly key_id: string;
  readonly email: string;
  readonly quota_requests: bigint | null;
  readonly quota_tokens: bigint | null;
  readonly quota_nanos: bigint | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
}

interface EndedRow {
  readonly id: string;
  readonly token_hash: string;
}

const columns =
  'id, org_id, key_id, email, quota_requests, quota_tokens, quota_nanos, created_at, expires_at, revoked_at';

/** `$1` is the present time; Postgres needs its type even where no condition uses it. */
const statusConditions: Readonly<Record<SessionStatus, string>> = {
  active: 'revoked_at IS NULL AND expires_at > $1',
  expired: 'revoked_at IS NULL AND expires_at <= $1',
  revoked: 'revoked_at IS NOT NULL',
};

const filterCondition = `org_id = $2 AND ($3::text IS NULL OR id = $3)
  AND ($4::text IS NULL OR email = $4) AND ($5::text IS NULL OR key_id = $5)`;

function readSession(row: SessionRow): InstitutionSession {
  return {
    id: row.id,
    orgId: row.org_id,
    keyId: row.key_id,
    email: row.email,
    quota: {
      requests: row.quota_requests,
      tokens: row.quota_tokens,
      nanos: row.quota_nanos,
    },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

function readEnded({ id, token_hash }: EndedRow): EndedSession {
  return { id, tokenHash: token_hash };
}

function listFilterValues({ email, keyId, orgId, sessionId }: SessionFilter): unknown[] {
  return [orgId, sessionId ?? null, email ?? null, keyId ?? null];
}

export function createInstitutionSessionStore(sql: Queryable): InstitutionSessionStore {
  return { ...createReads(sql), ...createWrites(sql), ...createEndings(sql) };
}

type Reads = 'findLiveByHash' | 'findById' | 'list';

function createReads(sql: Queryable): Pick<InstitutionSessionStore, Reads> {
  return {
    async findLiveByHash(tokenHash, now) {
      const { rows } = await sql.queryNamed<SessionRow>(
        'institution_session_by_hash',
        `SELECT ${columns} FROM institution_sessions
         WHERE token_hash = $2 AND ${statusConditions.active}`,
        [now, tokenHash],
      );
      return rows[0] && readSession(rows[0]);
    },

    async findById(orgId, sessionId) {
      if (!isId('institutionSession', sessionId)) return undefined;
      const { rows } = await sql.query<SessionRow>(
        `SELECT ${columns} FROM institution_sessions WHERE org_id = $1 AND id = $2`,
        [orgId, sessionId],
      );
      return rows[0] && readSession(rows[0]);
    },

    async list({ status, ...filter }, { limit, offset }, now) {
      const condition = status === undefined ? 'true' : `(${statusConditions[status]})`;
      const { rows } = await sql.query<SessionRow>(
        `SELECT ${columns} FROM institution_sessions
         WHERE $1::timestamptz IS NOT NULL AND ${filterCondition} AND ${condition}
         ORDER BY id DESC OFFSET $6 LIMIT $7`,
        [now, ...listFilterValues(filter), offset, limit],
      );
      return rows.map(readSession);
    },
  };
}

type Endings = 'revokeOldest' | 'revoke';

function createWrites(sql: Queryable): Omit<InstitutionSessionStore, Reads | Endings> {
  return {
    async insert(session, tokenHash) {
      const { quota } = session;
      await sql.query(
        `INSERT INTO institution_sessions (id, org_id, key_id, email, token_hash, quota_requests,
           quota_tokens, quota_nanos, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          session.id,
          session.orgId,
          session.keyId,
          session.email,
          tokenHash,
          quota.requests,
          quota.tokens,
          quota.nanos,
          session.createdAt,
          session.expiresAt,
        ],
      );
    },

    async lockPerson(keyId, email) {
      await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `person:${keyId}:${email}`,
      ]);
    },

    async deleteEndedBefore(time, rowsMax) {
      const { rowCount } = await sql.query(
        `DELETE FROM institution_sessions WHERE id IN
           (SELECT id FROM institution_sessions WHERE expires_at < $1
            ORDER BY expires_at LIMIT $2)`,
        [time, rowsMax],
      );
      return rowCount;
    },
  };
}

function createEndings(sql: Queryable): Pick<InstitutionSessionStore, Endings> {
  return {
    async revokeOldest({ email, keyId }, kept, now) {
      const { rows } = await sql.query<EndedRow>(
        `UPDATE institution_sessions SET revoked_at = $1 WHERE id IN
           (SELECT id FROM institution_sessions
            WHERE key_id = $2 AND email = $3 AND ${statusConditions.active}
            ORDER BY id DESC OFFSET $4)
         RETURNING id, token_hash`,
        [now, keyId, email, kept],
      );
      return rows.map(readEnded);
    },

    async revoke(filter, now) {
      const { rows } = await sql.query<EndedRow>(
        `UPDATE institution_sessions SET revoked_at = $1
         WHERE ${filterCondition} AND ${statusConditions.active} RETURNING id, token_hash`,
        [now, ...listFilterValues(filter)],
      );
      return rows.map(readEnded);
    },
  };
}
