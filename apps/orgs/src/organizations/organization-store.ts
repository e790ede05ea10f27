import { isId } from '@tollgate/ids';
import type { Nanos } from '@tollgate/money';
import type { Queryable } from '@tollgate/postgres';
import type { EduConfig } from '../edu-config/edu-config';
import { organizationColumns, readOrganization, type OrganizationRow } from './organization-rows';
import type { OrganizationStore } from './ports';

const findSql = `SELECT ${organizationColumns} FROM organizations WHERE id = $1`;

const insertSql = `
INSERT INTO organizations (id, name, slug, plan, billing_mode, seats, credit_line_nanos,
  has_local_currency, weekly_budget_nanos, monthly_budget_nanos, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (slug) DO NOTHING`;

const updateSql = `
UPDATE organizations SET name = $2, plan = $3, billing_mode = $4, seats = $5,
  credit_line_nanos = $6, has_local_currency = $7, weekly_budget_nanos = $8,
  monthly_budget_nanos = $9, suspended_at = $10, deleted_at = $11
WHERE id = $1`;

const listSql = `
SELECT ${organizationColumns} FROM organizations WHERE $1::text IS NULL OR id < $1
ORDER BY id DESC LIMIT $2`;

export function createOrganizationStore(sql: Queryable): OrganizationStore {
  return {
    async insert(org) {
      const { rowCount } = await sql.query(insertSql, [
        org.id,
        org.name,
        org.slug,
        org.plan,
        org.billingMode,
        org.seats,
        org.creditLineNanos,
        org.hasLocalCurrency,
        org.weeklyBudgetNanos,
        org.monthlyBudgetNanos,
        org.createdAt,
      ]);
      return rowCount > 0;
    },

    async find(orgId) {
      // Skip the query for malformed ids: Postgres rejects NUL, for example.
      if (!isId('organization', orgId)) return undefined;
      const { rows } = await sql.queryNamed<OrganizationRow>('org_by_id', findSql, [orgId]);
      return rows[0] && readOrganization(rows[0]);
    },

    async lock(orgId) {
      if (!isId('organization', orgId)) return undefined;
      const { rows } = await sql.query<OrganizationRow>(`${findSql} FOR UPDATE`, [orgId]);
      return rows[0] && readOrganization(rows[0]);
    },

    async update(org) {
      await sql.query(updateSql, [
        org.id,
        org.name,
        org.plan,
        org.billingMode,
        org.seats,
        org.creditLineNanos,
        org.hasLocalCurrency,
        org.weeklyBudgetNanos,
        org.monthlyBudgetNanos,
        org.suspendedAt,
        org.deletedAt,
      ]);
    },

    async list({ before, limit }) {
      const { rows } = await sql.query<OrganizationRow>(listSql, [before ?? null, limit]);
      return rows.map(readOrganization);
    },

    ...createPurge(sql),
    ...createEduColumns(sql),
  };
}

const purgeableSql = `
SELECT id FROM organizations WHERE deleted_at <= $1 AND purged_at IS NULL
ORDER BY deleted_at LIMIT $2`;

function createPurge(sql: Queryable): Pick<OrganizationStore, 'listPurgeable' | 'markPurged'> {
  return {
    async listPurgeable(deletedBefore, rowsMax) {
      const { rows } = await sql.query<{ id: string }>(purgeableSql, [deletedBefore, rowsMax]);
      return rows.map(({ id }) => id);
    },

    async markPurged(orgId, now) {
      await sql.query('UPDATE organizations SET purged_at = $2 WHERE id = $1', [orgId, now]);
    },
  };
}

interface EduRow {
  readonly edu_domains: readonly string[];
  readonly edu_session_ttl_seconds: number;
  readonly edu_verification_ttl_seconds: number;
  readonly edu_sessions_max: number;
  readonly edu_quota_requests: bigint | null;
  readonly edu_quota_tokens: bigint | null;
  readonly edu_quota_nanos: Nanos | null;
}

const eduSql = `
SELECT edu_domains, edu_session_ttl_seconds, edu_verification_ttl_seconds, edu_sessions_max,
  edu_quota_requests, edu_quota_tokens, edu_quota_nanos
FROM organizations WHERE id = $1`;

const updateEduSql = `
UPDATE organizations SET edu_domains = $2, edu_session_ttl_seconds = $3,
  edu_verification_ttl_seconds = $4, edu_sessions_max = $5, edu_quota_requests = $6,
  edu_quota_tokens = $7, edu_quota_nanos = $8
WHERE id = $1`;

function createEduColumns(
  sql: Queryable,
): Pick<OrganizationStore, 'getEduConfig' | 'updateEduConfig'> {
  return {
    async getEduConfig(orgId) {
      if (!isId('organization', orgId)) return undefined;
      const { rows } = await sql.queryNamed<EduRow>('edu_config', eduSql, [orgId]);
      return rows[0] && readEduConfig(rows[0]);
    },

    async updateEduConfig(orgId, config) {
      await sql.query(updateEduSql, [
        orgId,
        config.allowedDomains,
        config.sessionTtlSeconds,
        config.verificationTtlSeconds,
        config.sessionsPerEmailMax,
        config.quotaRequests,
        config.quotaTokens,
        config.quotaNanos,
      ]);
    },
  };
}

function readEduConfig(row: EduRow): EduConfig {
  const toNumber = (value: bigint | null): number | null => (value === null ? null : Number(value));
  return {
    allowedDomains: row.edu_domains,
    sessionTtlSeconds: row.edu_session_ttl_seconds,
    verificationTtlSeconds: row.edu_verification_ttl_seconds,
    sessionsPerEmailMax: row.edu_sessions_max,
    quotaRequests: toNumber(row.edu_quota_requests),
    quotaTokens: toNumber(row.edu_quota_tokens),
    quotaNanos: row.edu_quota_nanos,
  };
}
