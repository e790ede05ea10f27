import { isId } from '@tollgate/ids';
import type { Queryable } from '@tollgate/postgres';
import { readUser, userColumns, type UserRow } from '../users/user-rows';
import type { KeyOwner } from './api-key';
import type { KeyReach } from './key-manager';
import { keyColumns, readKey, type KeyRow } from './key-rows';
import { createKeyWrites } from './key-statements';
import type { KeyStore } from './ports';

const byHashSql = `
  SELECT ${keyColumns}, ${userColumns} FROM api_keys k JOIN users u ON u.id = k.user_id
  WHERE k.key_hash = $1 AND k.revoked_at IS NULL`;

type OwnerKind = 'user' | 'org';

const ownerConditions: Readonly<Record<OwnerKind, string>> = {
  user: 'k.user_id = $1 AND k.org_id IS NULL',
  org: 'k.org_id = $1',
};

const reachCondition = `
  k.key_type = 'standard' AND (k.team_id = $5 OR k.member_id = ANY($6))`;

function readOwner(owner: KeyOwner): { readonly kind: OwnerKind; readonly id: string } {
  return 'orgId' in owner ? { kind: 'org', id: owner.orgId } : { kind: 'user', id: owner.userId };
}

function makeMadeSql(kind: OwnerKind): string {
  return `SELECT ${keyColumns} FROM api_keys k WHERE ${ownerConditions[kind]} AND k.id = $2`;
}

function makeOwnedSql(kind: OwnerKind): string {
  return `${makeMadeSql(kind)} AND k.revoked_at IS NULL`;
}

function makeListSql(kind: OwnerKind, reach: KeyReach | undefined): string {
  return `
  SELECT ${keyColumns} FROM api_keys k
  WHERE ${ownerConditions[kind]} AND k.revoked_at IS NULL AND ($2 OR k.is_enabled)
    ${reach === undefined ? '' : `AND ${reachCondition}`}
  ORDER BY k.created_at, k.id OFFSET $3 LIMIT $4`;
}

export function createKeyStore(sql: Queryable): KeyStore {
  return { ...createReads(sql), ...createKeyWrites(sql) };
}

type Reads =
  | 'findByHash'
  | 'findById'
  | 'findOwned'
  | 'findMade'
  | 'lockOwned'
  | 'listOwned'
  | 'countOwned'
  | 'filterOrgKeys';

function createReads(sql: Queryable): Pick<KeyStore, Reads> {
  return { ...createSingleReads(sql), ...createListReads(sql) };
}

function createSingleReads(
  sql: Queryable,
): Pick<KeyStore, 'findByHash' | 'findById' | 'findOwned' | 'findMade' | 'lockOwned'> {
  return {
    async findByHash(keyHash) {
      const { rows } = await sql.queryNamed<KeyRow & UserRow>('key_by_hash', byHashSql, [keyHash]);
      return rows[0] && { key: readKey(rows[0]), user: readUser(rows[0]) };
    },

    async findById(keyId) {
      // Skip the query for malformed ids: Postgres rejects NUL, for example.
      if (!isId('key', keyId)) return undefined;
      const { rows } = await sql.query<KeyRow>(
        `SELECT ${keyColumns} FROM api_keys k WHERE k.id = $1 AND k.revoked_at IS NULL`,
        [keyId],
      );
      return rows[0] && readKey(rows[0]);
    },

    async findOwned(owner, keyId) {
      if (!isId('key', keyId)) return undefined;
      const { id, kind } = readOwner(owner);
      const { rows } = await sql.queryNamed<KeyRow>(`key_of_${kind}`, makeOwnedSql(kind), [
        id,
        keyId,
      ]);
      return rows[0] && readKey(rows[0]);
    },

    async findMade(owner, keyId) {
      const { id, kind } = readOwner(owner);
      const { rows } = await sql.query<KeyRow>(makeMadeSql(kind), [id, keyId]);
      return rows[0] && readKey(rows[0]);
    },

    async lockOwned(owner, keyId) {
      if (!isId('key', keyId)) return undefined;
      const { id, kind } = readOwner(owner);
      const { rows } = await sql.query<KeyRow>(`${makeOwnedSql(kind)} FOR UPDATE`, [id, keyId]);
      return rows[0] && { key: readKey(rows[0]), keyHash: rows[0].key_hash };
    },
  };
}

function createListReads(
  sql: Queryable,
): Pick<KeyStore, 'listOwned' | 'countOwned' | 'filterOrgKeys'> {
  return {
    async listOwned(owner, { hasDisabled, limit, offset, reach }) {
      const { id, kind } = readOwner(owner);
      const within = reach === undefined ? [] : [reach.teamId, [...reach.memberIds]];
      const { rows } = await sql.query<KeyRow>(makeListSql(kind, reach), [
        id,
        hasDisabled,
        offset,
        limit,
        ...within,
      ]);
      return rows.map(readKey);
    },

    async countOwned(owner) {
      const { id, kind } = readOwner(owner);
      const { rows } = await sql.query<{ count: bigint }>(
        `SELECT count(*) AS count FROM api_keys k
         WHERE ${ownerConditions[kind]} AND k.revoked_at IS NULL`,
        [id],
      );
      return Number(rows[0]?.count ?? 0);
    },

    async filterOrgKeys(orgId, keyIds) {
      const { rows } = await sql.query<{ id: string }>(
        'SELECT id FROM api_keys WHERE org_id = $1 AND id = ANY($2) AND revoked_at IS NULL',
        [orgId, keyIds.filter((id) => isId('key', id))],
      );
      return rows.map(({ id }) => id);
    },
  };
}
