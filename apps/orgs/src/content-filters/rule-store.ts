import { isId } from '@tollgate/ids';
import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { ContentRule } from './content-rule';
import type { RuleStore } from './ports';

const columns = tableColumns<ContentRule>([
  ...(['id', 'orgId', 'name', 'kind', 'template', 'pattern', 'flags', 'keywords'] as const),
  ...(['action', 'isEnabled', 'isShadow', 'priority', 'applyTo', 'teamIds'] as const),
  ...(['createdAt', 'updatedAt', 'createdBy'] as const),
]);

const insertSql = `INSERT INTO content_rules (${columns.names}) VALUES (${columns.parameters})`;
const updateSql = `
UPDATE content_rules SET (${columns.names}) = (${columns.parameters})
WHERE id = $1 AND org_id = $2`;
const ofOrgSql = `SELECT ${columns.select} FROM content_rules WHERE org_id = $1`;

const hitsSql = `
SELECT rule_id, sum(hits)::bigint AS hits FROM content_rule_hits
WHERE rule_id = ANY($1) AND day >= $2 GROUP BY rule_id`;

export function createRuleStore(sql: Queryable): RuleStore {
  return {
    async insert(rule) {
      await sql.query(insertSql, columns.values(rule));
    },

    async update(rule) {
      await sql.query(updateSql, columns.values(rule));
    },

    async deleteAll(orgId) {
      await sql.query('DELETE FROM content_rules WHERE org_id = $1', [orgId]);
    },
    async delete(ruleId) {
      await sql.query('DELETE FROM content_rules WHERE id = $1', [ruleId]);
    },

    async find(orgId, ruleId) {
      if (!isId('contentRule', ruleId)) return undefined;
      return (await sql.query<ContentRule>(`${ofOrgSql} AND id = $2`, [orgId, ruleId])).rows[0];
    },

    async list(orgId) {
      return (await sql.query<ContentRule>(`${ofOrgSql} ORDER BY priority, id`, [orgId])).rows;
    },

    async countHits(ruleIds, since) {
      const { rows } = await sql.query<{ rule_id: string; hits: bigint }>(hitsSql, [
        ruleIds,
        since.toISOString().slice(0, 10),
      ]);
      return new Map(rows.map(({ hits, rule_id: id }) => [id, Number(hits)]));
    },
  };
}
