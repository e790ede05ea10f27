import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { ModerationRule } from './moderation';
import type { ModerationRuleStore } from './ports';

const columns = tableColumns<ModerationRule>([
  ...(['id', 'name', 'kind', 'keywords', 'pattern', 'category', 'isEnabled'] as const),
  ...(['createdAt', 'updatedAt'] as const),
]);

const insertSql = `INSERT INTO moderation_rules (${columns.names}) VALUES (${columns.parameters})`;
const updateSql = `
UPDATE moderation_rules SET (${columns.names}) = (${columns.parameters}) WHERE id = $1`;
const selectSql = `SELECT ${columns.select} FROM moderation_rules`;

export function createModerationRuleStore(sql: Queryable): ModerationRuleStore {
  return {
    async insert(rule) {
      await sql.query(insertSql, columns.values(rule));
    },
    async update(rule) {
      await sql.query(updateSql, columns.values(rule));
    },
    async delete(ruleId) {
      await sql.query('DELETE FROM moderation_rules WHERE id = $1', [ruleId]);
    },
    async find(ruleId) {
      return (await sql.query<ModerationRule>(`${selectSql} WHERE id = $1`, [ruleId])).rows[0];
    },
    async list() {
      return (await sql.query<ModerationRule>(`${selectSql} ORDER BY id`)).rows;
    },
    async lock() {
      await sql.query('LOCK TABLE moderation_rules IN SHARE ROW EXCLUSIVE MODE');
    },
  };
}
