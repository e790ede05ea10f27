import { isId } from '@tollgate/ids';
import type { Nanos } from '@tollgate/money';
import type { Queryable } from '@tollgate/postgres';
import type { TeamStore } from './ports';
import type { Permission, Team } from './team';

interface TeamRow {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly cost_center_code: string | null;
  readonly permission_scope: readonly Permission[];
  readonly monthly_budget_nanos: Nanos | null;
  readonly created_at: Date;
  readonly deleted_at: Date | null;
}

const teamColumns =
  'id, org_id, name, description, cost_center_code, permission_scope, monthly_budget_nanos, created_at, deleted_at';

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

function readTeam(row: TeamRow): Team {
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    description: row.description,
    costCenterCode: row.cost_center_code,
    permissionScope: row.permission_scope,
    monthlyBudgetNanos: row.monthly_budget_nanos,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
  };
}
