import { isId } from '@tollgate/ids';
import type { Nanos } from '@tollgate/money';
import type { Membership, OrgRole } from '@tollgate/org-access';
import type { Queryable } from '@tollgate/postgres';
import { orgsPerUserMax } from '../organizations/organization';
import type { Member } from './member';
import type { MemberStore } from './ports';

interface MemberRow {
  readonly id: string;
  readonly org_id: string;
  readonly user_id: string;
  readonly role: OrgRole;
  readonly is_owner: boolean;
  readonly team_id: string | null;
  readonly monthly_budget_nanos: Nanos | null;
  readonly joined_at: Date;
}

const memberColumns =
  'id, org_id, user_id, role, is_owner, team_id, monthly_budget_nanos, joined_at';

interface MembershipRow {
  readonly org_id: string;
  readonly org_name: string;
  readonly id: string;
  readonly user_id: string;
  readonly role: OrgRole;
  readonly is_owner: boolean;
  readonly team_id: string | null;
  readonly joined_at: Date;
  readonly is_suspended: boolean;
}

const membershipSql = `
SELECT m.org_id, o.name AS org_name, m.id, m.user_id, m.role, m.is_owner, m.team_id, m.joined_at,
  o.suspended_at IS NOT NULL AS is_suspended
FROM members m JOIN organizations o ON o.id = m.org_id
WHERE m.left_at IS NULL AND o.deleted_at IS NULL`;

const insertSql = `
INSERT INTO members (id, org_id, user_id, role, is_owner, team_id, monthly_budget_nanos, joined_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

const updateSql = `
UPDATE members SET role = $2, is_owner = $3, team_id = $4, monthly_budget_nanos = $5
WHERE id = $1`;

const livingSql = `SELECT ${memberColumns} FROM members WHERE org_id = $1 AND left_at IS NULL`;

// A team_admin needs a team to administer.
const leaveTeamSql = `
UPDATE members SET team_id = NULL,
  role = CASE WHEN role = 'team_admin' THEN 'member' ELSE role END
WHERE team_id = $1 AND left_at IS NULL RETURNING id`;

export function createMemberStore(sql: Queryable): MemberStore {
  return { ...createMemberships(sql), ...createReads(sql), ...createWrites(sql) };
}

function createMemberships(
  sql: Queryable,
): Pick<MemberStore, 'find' | 'findMembership' | 'listMemberships'> {
  return {
    async find(orgId, userId) {
      if (!isId('organization', orgId)) return undefined;
      const text = `${membershipSql} AND m.org_id = $1 AND m.user_id = $2`;
      const { rows } = await sql.queryNamed<MembershipRow>('membership', text, [orgId, userId]);
      return rows[0] && readMembership(rows[0]);
    },

    async findMembership(orgId, memberId) {
      if (!isId('member', memberId)) return undefined;
      const { rows } = await sql.queryNamed<MembershipRow>(
        'membership_of_member',
        `${membershipSql} AND m.org_id = $1 AND m.id = $2`,
        [orgId, memberId],
      );
      return rows[0] && readMembership(rows[0]);
    },

    async listMemberships(userId) {
      const { rows } = await sql.queryNamed<MembershipRow>(
        'memberships_of_user',
        `${membershipSql} AND m.user_id = $1
         ORDER BY m.joined_at, m.id LIMIT ${orgsPerUserMax}`,
        [userId],
      );
      return rows.map(readMembership);
    },
  };
}

function readMembership(row: MembershipRow): Membership {
  return {
    orgId: row.org_id,
    orgName: row.org_name,
    memberId: row.id,
    userId: row.user_id,
    role: row.role,
    isOwner: row.is_owner,
    teamId: row.team_id ?? '',
    joinedAt: row.joined_at,
    isOrgSuspended: row.is_suspended,
  };
}

type Reads =
  | 'findMember'
  | 'findByUser'
  | 'listOrgIds'
  | 'list'
  | 'listLeft'
  | 'count'
  | 'countByTeam'
  | 'countAdmins';

function createReads(sql: Queryable): Pick<MemberStore, Reads> {
  const count = async (condition: string, orgId: string): Promise<number> => {
    const { rows } = await sql.query<{ count: bigint }>(
      `SELECT count(*) AS count FROM members WHERE org_id = $1 AND left_at IS NULL ${condition}`,
      [orgId],
    );
    return Number(rows[0]?.count ?? 0);
  };
  return {
    async findMember(orgId, memberId) {
      if (!isId('member', memberId)) return undefined;
      const { rows } = await sql.query<MemberRow>(`${livingSql} AND id = $2`, [orgId, memberId]);
      return rows[0] && readMember(rows[0]);
    },

    async findByUser(orgId, userId) {
      const { rows } = await sql.query<MemberRow>(`${livingSql} AND user_id = $2`, [orgId, userId]);
      return rows[0] && readMember(rows[0]);
    },

    async listOrgIds(userId) {
      const { rows } = await sql.query<{ org_id: string }>(
        'SELECT org_id FROM members WHERE user_id = $1 AND left_at IS NULL ORDER BY org_id',
        [userId],
      );
      return rows.map((row) => row.org_id);
    },

    async list(orgId, teamId) {
      const { rows } = await sql.query<MemberRow>(
        `${livingSql} AND ($2::text IS NULL OR team_id = $2) ORDER BY joined_at, id`,
        [orgId, teamId ?? null],
      );
      return rows.map(readMember);
    },

    async listLeft(orgId, memberIds) {
      const { rows } = await sql.query<MemberRow>(
        `SELECT ${memberColumns} FROM members
          WHERE org_id = $1 AND id = ANY($2) AND left_at IS NOT NULL ORDER BY joined_at, id`,
        [orgId, memberIds],
      );
      return rows.map(readMember);
    },

    count: (orgId) => count('', orgId),
    countAdmins: (orgId) => count("AND role = 'org_admin'", orgId),

    async countByTeam(orgId) {
      const { rows } = await sql.query<{ team_id: string; count: bigint }>(
        `SELECT team_id, count(*) AS count FROM members
         WHERE org_id = $1 AND left_at IS NULL AND team_id IS NOT NULL GROUP BY team_id`,
        [orgId],
      );
      return new Map(rows.map((row) => [row.team_id, Number(row.count)]));
    },
  };
}

type Writes = 'insert' | 'update' | 'lockCountOfUser' | 'markLeft' | 'deleteAll' | 'leaveTeam';

function createWrites(sql: Queryable): Pick<MemberStore, Writes> {
  return {
    async insert(member) {
      const { id, orgId, userId, role, isOwner, teamId, monthlyBudgetNanos, joinedAt } = member;
      const values = [id, orgId, userId, role, isOwner, teamId, monthlyBudgetNanos, joinedAt];
      await sql.query(insertSql, values);
    },

    async update({ id, role, isOwner, teamId, monthlyBudgetNanos }) {
      await sql.query(updateSql, [id, role, isOwner, teamId, monthlyBudgetNanos]);
    },

    async lockCountOfUser(userId) {
      await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [userId]);
      const { rows } = await sql.query<{ count: bigint }>(
        'SELECT count(*) AS count FROM members WHERE user_id = $1 AND left_at IS NULL',
        [userId],
      );
      return Number(rows[0]?.count ?? 0);
    },

    async markLeft(memberId, now) {
      await sql.query('UPDATE members SET left_at = $2 WHERE id = $1', [memberId, now]);
    },

    async deleteAll(orgId) {
      await sql.query('DELETE FROM members WHERE org_id = $1', [orgId]);
    },

    async leaveTeam(teamId) {
      const { rows } = await sql.query<{ id: string }>(leaveTeamSql, [teamId]);
      return rows.map(({ id }) => id);
    },
  };
}

function readMember(row: MemberRow): Member {
  return {
    id: row.id,
    orgId: row.org_id,
    userId: row.user_id,
    role: row.role,
    isOwner: row.is_owner,
    teamId: row.team_id,
    monthlyBudgetNanos: row.monthly_budget_nanos,
    joinedAt: row.joined_at,
  };
}
