import { isId } from '@tollgate/ids';
import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { TeamName, TeamStore } from './ports';
import type { Team } from './team';

const changedFields = [
  ...(['id', 'orgId', 'name', 'description', 'costCenterCode', 'permissionScope'] as const),
  'monthlyBudgetNanos',
] as const;
const teamColumns = tableColumns<Team>([...changedFields, 'createdAt', 'deletedAt']);
const newColumns = tableColumns<Team>([...changedFields, 'createdAt']);
const changedColumns = tableColumns<Team>(changedFields);

// Whether the name is free is asked under the lock of the organization: a violation of the index
// would end the transaction.
const insertSql = `
INSERT INTO teams (${newColumns.names}) SELECT ${newColumns.parameters}
WHERE NOT EXISTS (SELECT 1 FROM teams
  WHERE org_id = $2 AND lower(name) = lower($3) AND deleted_at IS NULL)`;

const updateSql = `
UPDATE teams SET (${changedColumns.names}) = (${changedColumns.parameters})
WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM teams
  WHERE org_id = $2 AND lower(name) = lower($3) AND deleted_at IS NULL AND id <> $1)`;

const ofOrgSql = `SELECT ${teamColumns.select} FROM teams WHERE org_id = $1`;
const livingSql = `${ofOrgSql} AND deleted_at IS NULL`;

const namesSql = `
SELECT t.id, t.name, json_build_object('id', o.id, 'name', o.name) AS org
FROM teams t JOIN organizations o ON o.id = t.org_id WHERE t.id = ANY($1)`;

export function createTeamStore(sql: Queryable): TeamStore {
  return {
    async insert(team) {
      return (await sql.query(insertSql, newColumns.values(team))).rowCount > 0;
    },

    async update(team) {
      return (await sql.query(updateSql, changedColumns.values(team))).rowCount > 0;
    },

    async find(orgId, teamId) {
      if (!isId('team', teamId)) return undefined;
      return (await sql.query<Team>(`${livingSql} AND id = $2`, [orgId, teamId])).rows[0];
    },

    async list(orgId) {
      return (await sql.query<Team>(`${livingSql} ORDER BY lower(name), id`, [orgId])).rows;
    },

    async listAll(orgId) {
      return (await sql.query<Team>(`${ofOrgSql} ORDER BY lower(name), id`, [orgId])).rows;
    },

    async listNames(teamIds) {
      const { rows } = await sql.query<TeamName>(namesSql, [teamIds]);
      return rows;
    },

    async markDeleted(teamId, now) {
      await sql.query('UPDATE teams SET deleted_at = $2 WHERE id = $1', [teamId, now]);
    },
  };
}
