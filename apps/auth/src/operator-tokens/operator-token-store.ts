import { isOperatorScope } from '@tollgate/identity';
import { isId } from '@tollgate/ids';
import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { OperatorToken } from './operator-token';
import type { OperatorTokenStore } from './ports';

const columns = tableColumns<OperatorToken>(
  [
    ...(['id', 'name', 'scopes', 'prefix', 'suffix', 'createdBy', 'createdAt'] as const),
    ...(['expiresAt', 'lastUsedAt'] as const),
  ],
  { prefix: 'token_prefix', suffix: 'token_suffix' },
);

export function createOperatorTokenStore(sql: Queryable): OperatorTokenStore {
  return { ...createReads(sql), ...createWrites(sql) };
}

type Reads = 'find' | 'findLiveByHash' | 'list';

function createWrites(sql: Queryable): Omit<OperatorTokenStore, Reads> {
  return {
    async lockAll() {
      await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended('operator-tokens', 0))`);
    },

    async insert(token, tokenHash) {
      const { rowCount } = await sql.query(
        `INSERT INTO operator_tokens (${columns.names}, token_hash)
         VALUES (${columns.parameters}, $10) ON CONFLICT (name) DO NOTHING`,
        [...columns.values(token), tokenHash],
      );
      return rowCount > 0;
    },

    async noteUse(tokenId, now) {
      await sql.query('UPDATE operator_tokens SET last_used_at = $2 WHERE id = $1', [tokenId, now]);
    },

    async revoke(tokenId, now) {
      if (!isId('operatorToken', tokenId)) return undefined;
      const { rows } = await sql.query<OperatorToken & { tokenHash: string }>(
        `UPDATE operator_tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL
         RETURNING ${columns.select}, token_hash AS "tokenHash"`,
        [tokenId, now],
      );
      if (rows[0] === undefined) return undefined;
      const { tokenHash, ...token } = rows[0];
      return { token: readToken(token), tokenHash };
    },
  };
}

function createReads(sql: Queryable): Pick<OperatorTokenStore, Reads> {
  return {
    async find(tokenId) {
      if (!isId('operatorToken', tokenId)) return undefined;
      const { rows } = await sql.query<OperatorToken>(
        `SELECT ${columns.select} FROM operator_tokens WHERE id = $1`,
        [tokenId],
      );
      return rows[0] && readToken(rows[0]);
    },

    async findLiveByHash(tokenHash, now) {
      const { rows } = await sql.queryNamed<OperatorToken>(
        'operator_token_by_hash',
        `SELECT ${columns.select} FROM operator_tokens
         WHERE token_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
        [tokenHash, now],
      );
      return rows[0] && readToken(rows[0]);
    },

    async list() {
      const { rows } = await sql.query<OperatorToken>(
        `SELECT ${columns.select} FROM operator_tokens WHERE revoked_at IS NULL ORDER BY id DESC`,
      );
      return rows.map(readToken);
    },
  };
}

function readToken(token: OperatorToken): OperatorToken {
  return { ...token, scopes: token.scopes.filter(isOperatorScope) };
}
