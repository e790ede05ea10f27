import { isId } from '@tollgate/ids';
import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { InstitutionSession, SessionStatus } from './institution-session';
import type { EndedSession, InstitutionSessionStore, NamedSession, SessionFilter } from './ports';

/** A session with the columns of its quota beside the others. */
interface SessionRow extends Omit<InstitutionSession, 'quota'> {
  readonly quotaRequests: bigint | null;
  readonly quotaTokens: bigint | null;
  readonly quotaNanos: bigint | null;
}

const newFields = [
  ...(['id', 'orgId', 'keyId', 'email', 'quotaRequests', 'quotaTokens', 'quotaNanos'] as const),
  ...(['createdAt', 'expiresAt'] as const),
];
const newColumns = tableColumns<SessionRow>(newFields);
const columns = tableColumns<SessionRow>([...newFields, 'revokedAt']);
const endedColumns = tableColumns<EndedSession>(['id', 'tokenHash']);

/** `$1` is the present time; Postgres needs its type even where no condition uses it. */
const statusConditions: Readonly<Record<SessionStatus, string>> = {
  active: 'revoked_at IS NULL AND expires_at > $1',
  expired: 'revoked_at IS NULL AND expires_at <= $1',
  revoked: 'revoked_at IS NOT NULL',
};

const filterCondition = `org_id = $2 AND ($3::text IS NULL OR id = $3)
  AND ($4::text IS NULL OR email = $4) AND ($5::text IS NULL OR key_id = $5)
  AND ($6::text[] IS NULL OR key_id = ANY ($6))`;

function readSession<T extends SessionRow>(
  row: T,
): Omit<T, 'quotaRequests' | 'quotaTokens' | 'quotaNanos'> & Pick<InstitutionSession, 'quota'> {
  const { quotaNanos, quotaRequests, quotaTokens, ...session } = row;
  return {
    ...session,
    quota: { requests: quotaRequests, tokens: quotaTokens, nanos: quotaNanos },
  };
}

function listFilterValues(filter: SessionFilter): unknown[] {
  const { email, keyId, keyIds, orgId, sessionId } = filter;
  return [orgId, sessionId ?? null, email ?? null, keyId ?? null, keyIds ?? null];
}

export function createInstitutionSessionStore(sql: Queryable): InstitutionSessionStore {
  return { ...createReads(sql), ...createWrites(sql), ...createEndings(sql) };
}

type Reads = 'findLiveByHash' | 'findById' | 'list' | 'countActive';

const keyNameSql = '(SELECT name FROM institution_keys WHERE id = key_id) AS "keyName"';

function createReads(sql: Queryable): Pick<InstitutionSessionStore, Reads> {
  return {
    async findLiveByHash(tokenHash, now) {
      const { rows } = await sql.queryNamed<SessionRow>(
        'institution_session_by_hash',
        `SELECT ${columns.select} FROM institution_sessions
         WHERE token_hash = $2 AND ${statusConditions.active}`,
        [now, tokenHash],
      );
      return rows[0] && readSession(rows[0]);
    },

    async findById(orgId, sessionId) {
      if (!isId('institutionSession', sessionId)) return undefined;
      const { rows } = await sql.query<SessionRow>(
        `SELECT ${columns.select} FROM institution_sessions WHERE org_id = $1 AND id = $2`,
        [orgId, sessionId],
      );
      return rows[0] && readSession(rows[0]);
    },

    async list({ status, ...filter }, { limit, offset }, now) {
      const condition = status === undefined ? 'true' : `(${statusConditions[status]})`;
      const { rows } = await sql.query<SessionRow & Pick<NamedSession, 'keyName'>>(
        `SELECT ${columns.select}, ${keyNameSql} FROM institution_sessions
         WHERE $1::timestamptz IS NOT NULL AND ${filterCondition} AND ${condition}
         ORDER BY id DESC OFFSET $7 LIMIT $8`,
        [now, ...listFilterValues(filter), offset, limit],
      );
      return rows.map(readSession);
    },

    async countActive(orgId, now) {
      const { rows } = await sql.query<{ readonly keyId: string; readonly count: number }>(
        `SELECT key_id AS "keyId", count(*)::int AS count FROM institution_sessions
         WHERE org_id = $2 AND ${statusConditions.active} GROUP BY key_id`,
        [now, orgId],
      );
      return new Map(rows.map(({ count, keyId }) => [keyId, count]));
    },
  };
}

type Endings = 'revokeOldest' | 'revoke';

function createWrites(sql: Queryable): Omit<InstitutionSessionStore, Reads | Endings> {
  return {
    async insert(session, tokenHash) {
      const { nanos: quotaNanos, requests: quotaRequests, tokens: quotaTokens } = session.quota;
      const row = { ...session, quotaRequests, quotaTokens, quotaNanos };
      await sql.query(
        `INSERT INTO institution_sessions (${newColumns.names}, token_hash)
         VALUES (${newColumns.parameters}, $10)`,
        [...newColumns.values(row), tokenHash],
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
      const { rows } = await sql.query<EndedSession>(
        `UPDATE institution_sessions SET revoked_at = $1 WHERE id IN
           (SELECT id FROM institution_sessions
            WHERE key_id = $2 AND email = $3 AND ${statusConditions.active}
            ORDER BY id DESC OFFSET $4)
         RETURNING ${endedColumns.select}`,
        [now, keyId, email, kept],
      );
      return rows;
    },

    async revoke(filter, now) {
      const { rows } = await sql.query<EndedSession>(
        // In the order of their ids: calls with different filters must not deadlock.
        `WITH ending AS MATERIALIZED
           (SELECT id FROM institution_sessions
            WHERE ${filterCondition} AND ${statusConditions.active} ORDER BY id FOR UPDATE)
         UPDATE institution_sessions SET revoked_at = $1 WHERE id IN (SELECT id FROM ending)
         RETURNING ${endedColumns.select}`,
        [now, ...listFilterValues(filter)],
      );
      return rows;
    },
  };
}
