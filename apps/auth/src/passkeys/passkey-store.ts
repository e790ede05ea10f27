import type { Queryable } from '@tollgate/postgres';
import type { Passkey } from './passkey';
import type { PasskeyStore } from './ports';

interface Row {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: bigint;
  readonly transports: string[];
  readonly is_synced: boolean;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const columns =
  'id, user_id, name, credential_id, public_key, counter, transports, is_synced, created_at, ' +
  'last_used_at';

export function createPasskeyStore(sql: Queryable): PasskeyStore {
  return { ...createReads(sql), ...createWrites(sql) };
}

type Reads = 'list' | 'find' | 'findByCredential';

function createReads(sql: Queryable): Pick<PasskeyStore, Reads> {
  return {
    async list(userId) {
      const { rows } = await sql.query<Row>(
        `SELECT ${columns} FROM passkeys WHERE user_id = $1 ORDER BY created_at, id`,
        [userId],
      );
      return rows.map(readRow);
    },

    async find(id, userId) {
      const { rows } = await sql.query<Row>(
        `SELECT ${columns} FROM passkeys WHERE id = $1 AND user_id = $2 FOR UPDATE`,
        [id, userId],
      );
      return rows[0] && readRow(rows[0]);
    },

    async findByCredential(credentialId) {
      const { rows } = await sql.query<Row>(
        `SELECT ${columns} FROM passkeys WHERE credential_id = $1`,
        [credentialId],
      );
      return rows[0] && readRow(rows[0]);
    },
  };
}

function createWrites(sql: Queryable): Omit<PasskeyStore, Reads> {
  return {
    async insert(passkey) {
      const { rowCount } = await sql.query(
        `INSERT INTO passkeys (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (credential_id) DO NOTHING`,
        [
          passkey.id,
          passkey.userId,
          passkey.name,
          passkey.credentialId,
          Buffer.from(passkey.publicKey),
          passkey.counter,
          passkey.transports,
          passkey.isSynced,
          passkey.createdAt,
          passkey.lastUsedAt,
        ],
      );
      return rowCount === 1;
    },

    async rename(id, name) {
      await sql.query('UPDATE passkeys SET name = $2 WHERE id = $1', [id, name]);
    },

    async recordUse(id, counter, now) {
      const { rowCount } = await sql.query(
        `UPDATE passkeys SET counter = $2, last_used_at = $3
         WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
        [id, counter, now],
      );
      return rowCount === 1;
    },

    async remove(id) {
      await sql.query('DELETE FROM passkeys WHERE id = $1', [id]);
    },

    async removeAllOf(userId) {
      const { rowCount } = await sql.query('DELETE FROM passkeys WHERE user_id = $1', [userId]);
      return rowCount;
    },
  };
}

function readRow(row: Row): Passkey {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    credentialId: row.credential_id,
    publicKey: new Uint8Array(row.public_key),
    counter: Number(row.counter),
    transports: row.transports,
    isSynced: row.is_synced,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
