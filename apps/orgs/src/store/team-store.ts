import { isId } from '@tollgate/ids';
import type { Queryable } from '@tollgate/postgres';
import type { TeamStore } from '../use-cases/ports';
import { readTeam, teamColumns, type TeamRow } from './rows';

// Whether the name is free is asked under the lock of the organization: a violation of the index
// would end the transaction.
const insertSql = `
INSERT INTO teams (id, org_id, name, description, cost_center_code, permission_scope,
  monthly_budget_nanos, created_at)
SELECT $1, $2, $3, $4, $5, $6, $7, $8
WHERE NOT EXISTS (SELECT 1 FROM teams
  WHERE org_id = $2 AND lower(name) = lower($3) AND deleted_at IS NULL)`;

const updateSql = `
UPDATE teams SET name = $3, description = $4, cost_center_code = $5, permission_scope = $6,
  monthly_budget_nanos = $7
WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM teams
  WHERE org_id = $2 AND lower(name) = lower($3) AND deleted_at IS NULL AND id <> $1)`;

const livingSql = `SELECT ${teamColumns} FROM teams WHERE org_id = $1 AND deleted_at IS NULL`;

export function createTeamStore(sql: Queryable): TeamStore {
  return {
    async insert(team) {
      const { rowCount } = await sql.query(insertSql, [
        team.id,
        team.orgId,
        team.name,
        team.description,
        team.costCenterCode,
        team.permissionScope,
        team.monthlyBudgetNanos,
        team.createdAt,
      ]);
      return rowCount > 0;
    },

    async update(team) {
      const { rowCount } = await sql.query(updateSql, [
        team.id,
        team.orgId,
        team.name,
        team.description,
        team.costCenterCode,
        team.permissionScope,
        team.monthlyBudgetNanos,
      ]);
      return rowCount > 0;
    },

    async find(orgId, teamId) {
      if (!isId('team', teamId)) return undefined;
      const { rows } = await sql.query<TeamRow>(`${livingSql} AND id = $2`, [orgId, teamId]);
      return rows[0] && readTeam(rows[0]);
    },

    async list(orgId) {
      const { rows } = await sql.query<TeamRow>(`${livingSql} ORDER BY lower(name), id`, [orgId]);
      return rows.map(readTeam);
    },

    async listAll(orgId) {
      const { rows } = await sql.query<TeamRow>(
        `SELECT ${teamColumns} FROM teams WHERE org_id = $1 ORDER BY lower(name), id`,
        [orgId],
      );
      return rows.map(readTeam);
    },

    async markDeleted(teamId, now) {
      await sql.query('UPDATE teams SET deleted_at = $2 WHERE id = $1', [teamId, now]);
    },
  };
}
