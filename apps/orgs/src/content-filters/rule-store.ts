import type { RuleAction, RuleKind, TemplateName, TextRole } from '@tollgate/content-rules';
import { isId } from '@tollgate/ids';
import type { Queryable } from '@tollgate/postgres';
import type { ContentRule } from './content-rule';
import type { RuleStore } from './ports';

interface RuleRow {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly kind: RuleKind;
  readonly template: TemplateName | null;
  readonly pattern: string | null;
  readonly flags: string;
  readonly keywords: readonly string[];
  readonly action: RuleAction;
  readonly is_enabled: boolean;
  readonly is_shadow: boolean;
  readonly priority: number;
  readonly apply_to: readonly TextRole[];
  readonly team_ids: readonly string[];
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly created_by: string;
}

const insertSql = `
INSERT INTO content_rules (id, org_id, name, kind, template, pattern, flags, keywords, action,
  is_enabled, is_shadow, priority, apply_to, team_ids, created_at, updated_at, created_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`;

const updateSql = `
UPDATE content_rules SET name = $3, kind = $4, template = $5, pattern = $6, flags = $7,
  keywords = $8, action = $9, is_enabled = $10, is_shadow = $11, priority = $12, apply_to = $13,
  team_ids = $14, created_at = $15, updated_at = $16, created_by = $17
WHERE id = $1 AND org_id = $2`;

const hitsSql = `
SELECT rule_id, sum(hits)::bigint AS hits FROM content_rule_hits
WHERE rule_id = ANY($1) AND day >= $2 GROUP BY rule_id`;

export function createRuleStore(sql: Queryable): RuleStore {
  return {
    async insert(rule) {
      await sql.query(insertSql, toColumns(rule));
    },

    async update(rule) {
      await sql.query(updateSql, toColumns(rule));
    },

    async deleteAll(orgId) {
      await sql.query('DELETE FROM content_rules WHERE org_id = $1', [orgId]);
    },
    async delete(ruleId) {
      await sql.query('DELETE FROM content_rules WHERE id = $1', [ruleId]);
    },

    async find(orgId, ruleId) {
      if (!isId('contentRule', ruleId)) return undefined;
      const { rows } = await sql.query<RuleRow>(
        'SELECT * FROM content_rules WHERE org_id = $1 AND id = $2',
        [orgId, ruleId],
      );
      return rows[0] && readRule(rows[0]);
    },

    async list(orgId) {
      const { rows } = await sql.query<RuleRow>(
        'SELECT * FROM content_rules WHERE org_id = $1 ORDER BY priority, id',
        [orgId],
      );
      return rows.map(readRule);
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

function toColumns(rule: ContentRule): unknown[] {
  return [
    rule.id,
    rule.orgId,
    rule.name,
    rule.kind,
    rule.template,
    rule.pattern,
    rule.flags,
    rule.keywords,
    rule.action,
    rule.isEnabled,
    rule.isShadow,
    rule.priority,
    rule.applyTo,
    rule.teamIds,
    rule.createdAt,
    rule.updatedAt,
    rule.createdBy,
  ];
}

function readRule(row: RuleRow): ContentRule {
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    kind: row.kind,
    template: row.template,
    pattern: row.pattern,
    flags: row.flags,
    keywords: row.keywords,
    action: row.action,
    isEnabled: row.is_enabled,
    isShadow: row.is_shadow,
    priority: row.priority,
    applyTo: row.apply_to,
    teamIds: row.team_ids,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    createdBy: row.created_by,
  };
}
