import { isOperatorScope } from '@tollgate/identity';
import { isId } from '@tollgate/ids';
import type { Queryable } from '@tollgate/postgres';
import type { OperatorToken } from './operator-token';
import type { OperatorTokenStore } from './ports';

interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: string[];
  readonly token_prefix: string;
  readonly token_suffix: string;
  readonly created_by: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
}

const columns =
  'id, name, scopes, token_prefix, token_suffix, created_by, created_at, expires_at, last_used_at';

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
        `INSERT INTO operator_tokens (${columns}, token_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NULL, $9) ON CONFLICT (name) DO NOTHING`,
        [
          token.id,
          token.name,
          token.scopes,
          token.prefix,
          token.suffix,
          token.createdBy,
          token.createdAt,
          token.expiresAt,
          tokenHash,
        ],
      );
      return rowCount > 0;
    },

    async noteUse(tokenId, now) {
      await sql.query('UPDATE operator_tokens SET last_used_at = $2 WHERE id = $1', [tokenId, now]);
    },

    async revoke(tokenId, now) {
      if (!isId('operatorToken', tokenId)) return undefined;
      const { rows } = await sql.query<TokenRow & { token_hash: string }>(
        `UPDATE operator_tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL
         RETURNING ${columns}, token_hash`,
        [tokenId, now],
      );
      return rows[0] && { token: readToken(rows[0]), tokenHash: rows[0].token_hash };
    },
  };
}

function createReads(sql: Queryable): Pick<OperatorTokenStore, Reads> {
  return {
    async find(tokenId) {
      if (!isId('operatorToken', tokenId)) return undefined;
      const { rows } = await sql.query<TokenRow>(
        `SELECT ${columns} FROM operator_tokens WHERE id = $1`,
        [tokenId],
      );
      return rows[0] && readToken(rows[0]);
    },

    async findLiveByHash(tokenHash, now) {
      const { rows } = await sql.queryNamed<TokenRow>(
        'operator_token_by_hash',
        `SELECT ${columns} FROM operator_tokens
         WHERE token_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
        [tokenHash, now],
      );
      return rows[0] && readToken(rows[0]);
    },

    async list() {
      const { rows } = await sql.query<TokenRow>(
        `SELECT ${columns} FROM operator_tokens WHERE revoked_at IS NULL ORDER BY id DESC`,
      );
      return rows.map(readToken);
    },
  };
}

function readToken(row: TokenRow): OperatorToken {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes.filter(isOperatorScope),
    prefix: row.token_prefix,
    suffix: row.token_suffix,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}
