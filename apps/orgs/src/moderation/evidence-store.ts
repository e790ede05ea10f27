import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { Evidence } from './moderation';
import type { EvidenceStore } from './ports';

const columns = tableColumns<Evidence>([
  ...(['id', 'occurredAt', 'userId', 'orgId', 'keyId', 'requestId', 'categories'] as const),
  ...(['sealedText', 'sealKeyId'] as const),
]);

const insertSql = `
INSERT INTO evidence (${columns.names}) VALUES (${columns.parameters}) ON CONFLICT (id) DO NOTHING`;

const listSql = `
SELECT ${columns.select} FROM evidence WHERE $1::text IS NULL OR id < $1
ORDER BY id DESC LIMIT $2`;

const deleteSql = `
DELETE FROM evidence WHERE id IN (SELECT id FROM evidence WHERE occurred_at < $1 LIMIT $2)`;

export function createEvidenceStore(sql: Queryable): EvidenceStore {
  return {
    async insert(evidence) {
      for (const one of evidence) await sql.query(insertSql, columns.values(one));
    },
    async list({ before, limit }) {
      return (await sql.query<Evidence>(listSql, [before ?? null, limit])).rows;
    },
    async deleteBefore(time, rowsMax) {
      return (await sql.query(deleteSql, [time, rowsMax])).rowCount;
    },
  };
}
