import type { Queryable } from '@tollgate/postgres';
import { resealRows, type Resealed, type SecretBox } from '@tollgate/secret-box';

interface SealedRow {
  readonly id: string;
  readonly key_ciphertext: Buffer;
}

const pageSize = 100;

/** Seals all stored provider keys with the first key of SECRETS_KEY. Relays may run meanwhile. */
export function resealProviderKeys(sql: Queryable, secrets: SecretBox): Promise<Resealed> {
  return resealRows<SealedRow, Buffer>({
    list: async (afterId) => {
      const { rows } = await sql.query<SealedRow>(
        'SELECT id, key_ciphertext FROM provider_keys WHERE id > $1 ORDER BY id LIMIT $2',
        [afterId, pageSize],
      );
      return rows;
    },
    reseal: ({ id, key_ciphertext: bytes }) => secrets.reseal(bytes, id),
    save: async ({ id, key_ciphertext: before }, sealed) => {
      const { rowCount } = await sql.query(
        'UPDATE provider_keys SET key_ciphertext = $3 WHERE id = $1 AND key_ciphertext = $2',
        [id, before, sealed],
      );
      return rowCount === 1;
    },
  });
}
