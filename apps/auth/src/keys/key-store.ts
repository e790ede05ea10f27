import { isId } from '@tollgate/ids';
import type { Queryable } from '@tollgate/postgres';
import { readUser, userColumns, type UserRow } from '../users/user-rows';
import { createKeyLists } from './key-list-store';
import { ownerConditions, readOwnerKind } from './key-owner-statements';
import { keyColumns, readKey, type KeyRow } from './key-rows';
import { createKeyWrites } from './key-statements';
import type { KeyStore, LockedKey } from './ports';

// By two unique indexes: the secret of a key, or the one before it. Ended keys are found as well.
const byHashSql = `
  SELECT ${keyColumns}, ${userColumns}, k.previous_ends_at AS secret_ends_at
  FROM api_keys k JOIN users u ON u.id = k.user_id
  WHERE k.key_hash = $1 OR k.previous_hash = $1`;

type OwnerKind = keyof typeof ownerConditions;

function makeMadeSql(kind: OwnerKind): string {
  return `SELECT ${keyColumns} FROM api_keys k WHERE ${ownerConditions[kind]('$1')} AND k.id = $2`;
}

function makeOwnedSql(kind: OwnerKind): string {
  return `${makeMadeSql(kind)} AND k.revoked_at IS NULL`;
}

export function createKeyStore(sql: Queryable): KeyStore {
  return {
    ...createSingleReads(sql),
    ...createCounts(sql),
    ...createKeyLists(sql),
    ...createKeyWrites(sql),
  };
}

function createSingleReads(
  sql: Queryable,
): Pick<KeyStore, 'findByHash' | 'findById' | 'findOwned' | 'findMade' | 'lockOwned'> {
  return {
    async findByHash(keyHash) {
      type Row = KeyRow & UserRow & { readonly secret_ends_at: Date | null };
      const { rows } = await sql.queryNamed<Row>('key_by_hash', byHashSql, [keyHash]);
      const [row] = rows;
      if (row === undefined) return undefined;
      const secretEndsAt = row.key_hash === keyHash ? null : row.secret_ends_at;
      return { key: readKey(row), user: readUser(row), secretEndsAt };
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
      const { id, kind } = readOwnerKind(owner);
      const { rows } = await sql.queryNamed<KeyRow>(`key_of_${kind}`, makeOwnedSql(kind), [
        id,
        keyId,
      ]);
      return rows[0] && readKey(rows[0]);
    },

    async findMade(owner, keyId) {
      const { id, kind } = readOwnerKind(owner);
      const { rows } = await sql.query<KeyRow>(makeMadeSql(kind), [id, keyId]);
      return rows[0] && readKey(rows[0]);
    },

    async lockOwned(owner, keyId) {
      if (!isId('key', keyId)) return undefined;
      const { id, kind } = readOwnerKind(owner);
      const { rows } = await sql.query<KeyRow>(`${makeOwnedSql(kind)} FOR UPDATE`, [id, keyId]);
      return rows[0] && readLocked(rows[0]);
    },
  };
}

function readLocked(row: KeyRow): LockedKey {
  const { key_hash, previous_hash, rotation_ulid: rotationUlid } = row;
  const keyHashes = previous_hash === null ? [key_hash] : [key_hash, previous_hash];
  return { key: readKey(row), keyHashes, rotationUlid };
}

function createCounts(sql: Queryable): Pick<KeyStore, 'countOwned' | 'filterOrgKeys'> {
  return {
    async countOwned(owner) {
      const { id, kind } = readOwnerKind(owner);
      const { rows } = await sql.query<{ count: bigint }>(
        `SELECT count(*) AS count FROM api_keys k
         WHERE ${ownerConditions[kind]('$1')} AND k.revoked_at IS NULL`,
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
