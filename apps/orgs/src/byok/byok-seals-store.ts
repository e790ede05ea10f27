import type { Queryable } from '@tollgate/postgres';
import { resealRows, type KeyRing, type Resealed, type Sealed } from '@tollgate/secret-box';
import { nameRow } from './ports';

interface SealedRow {
  readonly id: string;
  readonly org_id: string;
  readonly sealed_key: Buffer;
  readonly master_key_id: string;
}

const pageSize = 100;

/** Seals the provider keys of organizations with the first key of BYOK_MASTER_KEY. */
export function resealByokKeys(sql: Queryable, ring: KeyRing): Promise<Resealed> {
  return resealRows<SealedRow, Sealed>({
    list: async (afterId) => {
      const { rows } = await sql.query<SealedRow>(
        `SELECT id, org_id, sealed_key, master_key_id FROM byok_keys
          WHERE id > $1 ORDER BY id LIMIT $2`,
        [afterId, pageSize],
      );
      return rows;
    },
    reseal: ({ id, master_key_id: keyId, org_id: orgId, sealed_key: bytes }) =>
      ring.reseal({ keyId, bytes }, nameRow({ id, orgId })),
    save: async ({ id, sealed_key: before }, { bytes, keyId }) => {
      const { rowCount } = await sql.query(
        `UPDATE byok_keys SET sealed_key = $3, master_key_id = $4
          WHERE id = $1 AND sealed_key = $2`,
        [id, before, bytes, keyId],
      );
      return rowCount === 1;
    },
  });
}
