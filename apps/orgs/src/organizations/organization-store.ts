import { isId } from '@tollgate/ids';
import {
  makePageSql,
  makePrefixPattern,
  type Queryable,
  sortByText,
  SqlValues,
  tableColumns,
} from '@tollgate/postgres';
import type { EduConfig } from '../edu-config/edu-config';
import type { OrgSort } from './org-page';
import type { Organization } from './organization';
import type { OrganizationStore } from './ports';

const bothFields = [
  ...(['id', 'name', 'plan', 'billingMode', 'seats', 'creditLineNanos'] as const),
  ...(['hasLocalCurrency', 'weeklyBudgetNanos', 'monthlyBudgetNanos'] as const),
];
const columns = tableColumns<Organization>([
  ...bothFields,
  ...(['slug', 'createdAt', 'suspendedAt', 'deletedAt', 'purgedAt'] as const),
]);
const newColumns = tableColumns<Organization>([...bothFields, 'slug', 'createdAt']);
const changedColumns = tableColumns<Organization>([...bothFields, 'suspendedAt', 'deletedAt']);

const findSql = `SELECT ${columns.select} FROM organizations WHERE id = $1`;

const insertSql = `
INSERT INTO organizations (${newColumns.names}) VALUES (${newColumns.parameters})
ON CONFLICT (slug) DO NOTHING`;

const updateSql = `
UPDATE organizations SET (${changedColumns.names}) = (${changedColumns.parameters})
WHERE id = $1`;

const sortColumns: Readonly<Record<OrgSort, ReturnType<typeof sortByText>>> = {
  // Ids begin with the time of the creation.
  createdAt: sortByText('id'),
  name: sortByText('lower(name)'),
};

/** Each part has an index. */
function makeSearch(values: SqlValues, text: string | undefined): string {
  if (text === undefined) return 'true';
  const beginning = `lower(${values.add(makePrefixPattern(text))})`;
  const id = values.add(text);
  return `(lower(name) LIKE ${beginning} OR slug LIKE ${beginning} OR id = ${id})`;
}

export function createOrganizationStore(sql: Queryable): OrganizationStore {
  return {
    async insert(org) {
      return (await sql.query(insertSql, newColumns.values(org))).rowCount > 0;
    },

    async find(orgId) {
      // Skip the query for malformed ids: Postgres rejects NUL, for example.
      if (!isId('organization', orgId)) return undefined;
      return (await sql.queryNamed<Organization>('org_by_id', findSql, [orgId])).rows[0];
    },

    async lock(orgId) {
      if (!isId('organization', orgId)) return undefined;
      return (await sql.query<Organization>(`${findSql} FOR UPDATE`, [orgId])).rows[0];
    },

    async update(org) {
      await sql.query(updateSql, changedColumns.values(org));
    },

    async list(page) {
      const values = new SqlValues();
      const column = sortColumns[page.sort];
      const search = makeSearch(values, page.search);
      const { rows } = await sql.query<Organization & { sortValue: string }>(
        `SELECT ${columns.select}, ${column.text} AS "sortValue" FROM organizations
         WHERE ${search} ${makePageSql(values, column, 'id', page)}`,
        values.list,
      );
      return rows.map(({ sortValue: value, ...item }) => ({
        item,
        position: { id: item.id, value },
      }));
    },

    async listNames(orgIds) {
      const { rows } = await sql.query<{ id: string; name: string }>(
        'SELECT id, name FROM organizations WHERE id = ANY($1)',
        [orgIds],
      );
      return rows;
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

const eduColumns = tableColumns<EduConfig>(
  [
    ...(['allowedDomains', 'sessionTtlSeconds', 'verificationTtlSeconds'] as const),
    ...(['sessionsPerEmailMax', 'quotaRequests', 'quotaTokens', 'quotaNanos'] as const),
  ],
  {
    allowedDomains: 'edu_domains',
    sessionTtlSeconds: 'edu_session_ttl_seconds',
    verificationTtlSeconds: 'edu_verification_ttl_seconds',
    sessionsPerEmailMax: 'edu_sessions_max',
    quotaRequests: 'edu_quota_requests',
    quotaTokens: 'edu_quota_tokens',
    quotaNanos: 'edu_quota_nanos',
  },
);

const eduSql = `SELECT ${eduColumns.select} FROM organizations WHERE id = $1`;
const updateEduSql = `
UPDATE organizations SET (${eduColumns.names}) = (${eduColumns.parameters}) WHERE id = $8`;

function createEduColumns(
  sql: Queryable,
): Pick<OrganizationStore, 'getEduConfig' | 'updateEduConfig'> {
  return {
    async getEduConfig(orgId) {
      if (!isId('organization', orgId)) return undefined;
      const { rows } = await sql.queryNamed<EduConfig>('edu_config', eduSql, [orgId]);
      return rows[0] && readEduConfig(rows[0]);
    },

    async updateEduConfig(orgId, config) {
      await sql.query(updateEduSql, [...eduColumns.values(config), orgId]);
    },
  };
}

/** Counts are bigint columns, whose values come as bigint. */
function readEduConfig({ quotaRequests, quotaTokens, ...config }: EduConfig): EduConfig {
  const toNumber = (count: number | null): number | null => (count === null ? null : Number(count));
  return {
    ...config,
    quotaRequests: toNumber(quotaRequests),
    quotaTokens: toNumber(quotaTokens),
  };
}
