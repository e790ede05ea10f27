import type { Queryable } from '@tollgate/postgres';
import type { PolicyStore } from './ports';

const touchSql = `
WITH tick AS (UPDATE policy_clock SET sequence = sequence + 1 RETURNING sequence)
INSERT INTO policy_changes (org_id, sequence) SELECT $1, sequence FROM tick
ON CONFLICT (org_id) DO UPDATE SET sequence = excluded.sequence`;

// In one statement, so that the clock is of the same moment as the changes.
const changesSql = `
SELECT clock.sequence AS clock, c.org_id, c.sequence
FROM policy_clock clock
LEFT JOIN LATERAL (
  SELECT org_id, sequence FROM policy_changes WHERE sequence > $1
  ORDER BY sequence LIMIT $2) c ON true
ORDER BY c.sequence`;

interface ChangeRow {
  readonly clock: bigint;
  readonly org_id: string | null;
  readonly sequence: bigint | null;
}

export function createPolicyStore(sql: Queryable): PolicyStore {
  return {
    async touch(orgId) {
      await sql.query(touchSql, [orgId]);
    },

    async getSequence(orgId) {
      const { rows } = await sql.query<{ sequence: bigint }>(
        'SELECT sequence FROM policy_changes WHERE org_id = $1',
        [orgId],
      );
      return rows[0]?.sequence ?? 0n;
    },

    async listChanges(after, rowsMax) {
      const { rows } = await sql.queryNamed<ChangeRow>('policy_changes', changesSql, [
        after,
        rowsMax,
      ]);
      const clock = rows[0]?.clock ?? 0n;
      const orgIds = rows.flatMap(({ org_id: orgId }) => (orgId === null ? [] : [orgId]));
      const isWhole = orgIds.length < rowsMax;
      return { orgIds, clock, last: isWhole ? clock : (rows.at(-1)?.sequence ?? clock) };
    },
  };
}
