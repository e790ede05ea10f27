import type { Queryable } from '@tollgate/postgres';
import type { Evidence } from './moderation';
import type { EvidenceStore } from './ports';

interface Row {
  readonly id: string;
  readonly occurred_at: Date;
  readonly user_id: string;
  readonly org_id: string;
  readonly key_id: string;
  readonly request_id: string;
  readonly categories: readonly string[];
  readonly sealed_text: Buffer;
  readonly seal_key_id: string;
}

const insertSql = `
INSERT INTO evidence (id, occurred_at, user_id, org_id, key_id, request_id, categories, sealed_text,
  seal_key_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (id) DO NOTHING`;

const listSql = `
SELECT * FROM evidence WHERE $1::text IS NULL OR id < $1 ORDER BY id DESC LIMIT $2`;

const deleteSql = `
DELETE FROM evidence WHERE id IN (SELECT id FROM evidence WHERE occurred_at < $1 LIMIT $2)`;

export function createEvidenceStore(sql: Queryable): EvidenceStore {
  return {
    async insert(evidence) {
      for (const one of evidence) await sql.query(insertSql, toColumns(one));
    },
    async list({ before, limit }) {
      const { rows } = await sql.query<Row>(listSql, [before ?? null, limit]);
      return rows.map(readEvidence);
    },
    async deleteBefore(time, rowsMax) {
      return (await sql.query(deleteSql, [time, rowsMax])).rowCount;
    },
  };
}

function toColumns(evidence: Evidence): unknown[] {
  const { categories, id, keyId, occurredAt, orgId, requestId, userId } = evidence;
  const { sealedText, sealKeyId } = evidence;
  return [id, occurredAt, userId, orgId, keyId, requestId, categories, sealedText, sealKeyId];
}

function readEvidence(row: Row): Evidence {
  return {
    id: row.id,
    occurredAt: row.occurred_at,
    userId: row.user_id,
    orgId: row.org_id,
    keyId: row.key_id,
    requestId: row.request_id,
    categories: row.categories,
    sealedText: row.sealed_text,
    sealKeyId: row.seal_key_id,
  };
}
