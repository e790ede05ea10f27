import type { Queryable } from '@tollgate/postgres';
import type { ModerationRule } from './moderation';
import type { ModerationRuleStore } from './ports';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly kind: ModerationRule['kind'];
  readonly keywords: readonly string[];
  readonly pattern: string | null;
  readonly category: string;
  readonly is_enabled: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const insertSql = `
INSERT INTO moderation_rules (id, name, kind, keywords, pattern, category, is_enabled, created_at,
  updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const updateSql = `
UPDATE moderation_rules SET name = $2, kind = $3, keywords = $4, pattern = $5, category = $6,
  is_enabled = $7, created_at = $8, updated_at = $9
WHERE id = $1`;

export function createModerationRuleStore(sql: Queryable): ModerationRuleStore {
  return {
    async insert(rule) {
      await sql.query(insertSql, toColumns(rule));
    },
    async update(rule) {
      await sql.query(updateSql, toColumns(rule));
    },
    async delete(ruleId) {
      await sql.query('DELETE FROM moderation_rules WHERE id = $1', [ruleId]);
    },
    async find(ruleId) {
      const { rows } = await sql.query<Row>('SELECT * FROM moderation_rules WHERE id = $1', [
        ruleId,
      ]);
      return rows[0] && readRule(rows[0]);
    },
    async list() {
      const { rows } = await sql.query<Row>('SELECT * FROM moderation_rules ORDER BY id');
      return rows.map(readRule);
    },
    async lock() {
      await sql.query('LOCK TABLE moderation_rules IN SHARE ROW EXCLUSIVE MODE');
    },
  };
}

function toColumns(rule: ModerationRule): unknown[] {
  const { category, createdAt, id, isEnabled, keywords, kind, name, pattern, updatedAt } = rule;
  return [id, name, kind, keywords, pattern, category, isEnabled, createdAt, updatedAt];
}

function readRule(row: Row): ModerationRule {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    keywords: row.keywords,
    pattern: row.pattern,
    category: row.category,
    isEnabled: row.is_enabled,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
