import { isId } from '@tollgate/ids';
import type { Membership } from '@tollgate/org-access';
import { tableColumns, type Queryable } from '@tollgate/postgres';
import { orgsPerUserMax } from '../organizations/organization';
import type { Member } from './member';
import type { MemberStore, NamedMember } from './ports';

const changedFields = ['id', 'role', 'isOwner', 'teamId', 'monthlyBudgetNanos'] as const;
const columns = tableColumns<Member>([...changedFields, 'orgId', 'userId', 'joinedAt']);
const changedColumns = tableColumns<Member>(changedFields);

const membershipSql = `
SELECT m.org_id AS "orgId", o.name AS "orgName", m.id AS "memberId", m.user_id AS "userId", m.role,
  m.is_owner AS "isOwner", coalesce(m.team_id, '') AS "teamId", m.joined_at AS "joinedAt",
  o.suspended_at IS NOT NULL AS "isOrgSuspended"
FROM members m JOIN organizations o ON o.id = m.org_id
WHERE m.left_at IS NULL AND o.deleted_at IS NULL`;

const insertSql = `INSERT INTO members (${columns.names}) VALUES (${columns.parameters})`;

const updateSql = `
UPDATE members SET (${changedColumns.names}) = (${changedColumns.parameters}) WHERE id = $1`;

const livingSql = `SELECT ${columns.select} FROM members WHERE org_id = $1 AND left_at IS NULL`;

const namesSql = `
SELECT m.id, m.user_id AS "userId", json_build_object('id', o.id, 'name', o.name) AS org
FROM members m JOIN organizations o ON o.id = m.org_id WHERE m.id = ANY($1)`;

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
): Pick<MemberStore, 'find' | 'findMembership' | 'listMemberships' | 'listNames'> {
  return {
    async find(orgId, userId) {
      if (!isId('organization', orgId)) return undefined;
      const text = `${membershipSql} AND m.org_id = $1 AND m.user_id = $2`;
      return (await sql.queryNamed<Membership>('membership', text, [orgId, userId])).rows[0];
    },

    async findMembership(orgId, memberId) {
      if (!isId('member', memberId)) return undefined;
      const { rows } = await sql.queryNamed<Membership>(
        'membership_of_member',
        `${membershipSql} AND m.org_id = $1 AND m.id = $2`,
        [orgId, memberId],
      );
      return rows[0];
    },

    async listNames(memberIds) {
      const { rows } = await sql.query<NamedMember>(namesSql, [memberIds]);
      return rows;
    },

    async listMemberships(userId) {
      const { rows } = await sql.queryNamed<Membership>(
        'memberships_of_user',
        `${membershipSql} AND m.user_id = $1
         ORDER BY m.joined_at, m.id LIMIT ${orgsPerUserMax}`,
        [userId],
      );
      return rows;
    },
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
      return (await sql.query<Member>(`${livingSql} AND id = $2`, [orgId, memberId])).rows[0];
    },

    async findByUser(orgId, userId) {
      return (await sql.query<Member>(`${livingSql} AND user_id = $2`, [orgId, userId])).rows[0];
    },

    async listOrgIds(userId) {
      const { rows } = await sql.query<{ org_id: string }>(
        'SELECT org_id FROM members WHERE user_id = $1 AND left_at IS NULL ORDER BY org_id',
        [userId],
      );
      return rows.map((row) => row.org_id);
    },

    async list(orgId, teamId) {
      const { rows } = await sql.query<Member>(
        `${livingSql} AND ($2::text IS NULL OR team_id = $2) ORDER BY joined_at, id`,
        [orgId, teamId ?? null],
      );
      return rows;
    },

    async listLeft(orgId, memberIds) {
      const { rows } = await sql.query<Member>(
        `SELECT ${columns.select} FROM members
          WHERE org_id = $1 AND id = ANY($2) AND left_at IS NOT NULL ORDER BY joined_at, id`,
        [orgId, memberIds],
      );
      return rows;
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
      await sql.query(insertSql, columns.values(member));
    },

    async update(member) {
      await sql.query(updateSql, changedColumns.values(member));
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
