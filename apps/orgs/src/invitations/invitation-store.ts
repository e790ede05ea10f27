import { isId } from '@tollgate/ids';
import type { OrgRole } from '@tollgate/org-access';
import type { Queryable } from '@tollgate/postgres';
import type { Invitation } from './invitation';
import type { InvitationStore } from './ports';

/** Longer than one attempt can take, so that no second attempt starts beside it. */
const backoffSecondsFirst = 30;

interface InvitationRow {
  readonly id: string;
  readonly org_id: string;
  readonly email: string;
  readonly role: OrgRole;
  readonly is_owner: boolean;
  readonly team_id: string | null;
  readonly monthly_budget_nanos: bigint | null;
  readonly invited_by: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

const columns =
  'id, org_id, email, role, is_owner, team_id, monthly_budget_nanos, invited_by, created_at, expires_at';

const insertSql = `
INSERT INTO invitations (${columns}, mail_next_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9)`;

const openSql = `
SELECT ${columns} FROM invitations WHERE accepted_at IS NULL AND cancelled_at IS NULL`;

const claimSql = `
UPDATE invitations SET mail_tries = mail_tries + 1,
  mail_next_at = $1::timestamptz + make_interval(secs => ${backoffSecondsFirst} * 2 ^ mail_tries)
 WHERE id IN (
   SELECT id FROM invitations WHERE mail_next_at <= $1
   ORDER BY mail_next_at, id LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING ${columns}, mail_tries`;

const deleteSql = `
DELETE FROM invitations WHERE id IN (
  SELECT id FROM invitations WHERE least(accepted_at, cancelled_at, expires_at) < $1 LIMIT $2)`;

// With its end there is no mail to send any more.
const markSql = (column: 'accepted_at' | 'cancelled_at'): string =>
  `UPDATE invitations SET ${column} = $2, mail_next_at = NULL WHERE id = $1`;

export function createInvitationStore(sql: Queryable): InvitationStore {
  return { ...createReads(sql), ...createWrites(sql) };
}

type Reads = 'findOpen' | 'findOpenByHash' | 'listOpen';

function createReads(sql: Queryable): Pick<InvitationStore, Reads> {
  const find = async (
    condition: string,
    values: readonly unknown[],
  ): Promise<Invitation | undefined> => {
    const { rows } = await sql.query<InvitationRow>(`${openSql} AND ${condition}`, values);
    return rows[0] && readInvitation(rows[0]);
  };
  return {
    findOpen: async (orgId, invitationId) =>
      isId('invitation', invitationId)
        ? find('org_id = $1 AND id = $2', [orgId, invitationId])
        : undefined,
    findOpenByHash: (tokenHash, now) =>
      find('token_hash = $1 AND expires_at > $2', [tokenHash, now]),

    async listOpen(orgId, now) {
      const { rows } = await sql.query<InvitationRow>(
        `${openSql} AND org_id = $1 AND expires_at > $2 ORDER BY id DESC`,
        [orgId, now],
      );
      return rows.map(readInvitation);
    },
  };
}

function createWrites(sql: Queryable): Omit<InvitationStore, Reads> {
  return {
    async insert(invitation) {
      await sql.query(insertSql, [
        invitation.id,
        invitation.orgId,
        invitation.email,
        invitation.role,
        invitation.isOwner,
        invitation.teamId,
        invitation.monthlyBudgetNanos,
        invitation.invitedBy,
        invitation.createdAt,
        invitation.expiresAt,
      ]);
    },

    async markAccepted(invitationId, now) {
      await sql.query(markSql('accepted_at'), [invitationId, now]);
    },

    async markCancelled(invitationId, now) {
      await sql.query(markSql('cancelled_at'), [invitationId, now]);
    },

    async claimMails(now, rowsMax) {
      const { rows } = await sql.query<InvitationRow & { mail_tries: number }>(claimSql, [
        now,
        rowsMax,
      ]);
      return rows.map((row) => ({ ...readInvitation(row), tries: row.mail_tries }));
    },

    async setToken(invitationId, tokenHash) {
      await sql.query('UPDATE invitations SET token_hash = $2 WHERE id = $1', [
        invitationId,
        tokenHash,
      ]);
    },

    async endMail(invitationId) {
      await sql.query('UPDATE invitations SET mail_next_at = NULL WHERE id = $1', [invitationId]);
    },

    async deleteAll(orgId) {
      await sql.query('DELETE FROM invitations WHERE org_id = $1', [orgId]);
    },

    async deleteEndedBefore(time, rowsMax) {
      return (await sql.query(deleteSql, [time, rowsMax])).rowCount;
    },
  };
}

function readInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    orgId: row.org_id,
    email: row.email,
    role: row.role,
    isOwner: row.is_owner,
    teamId: row.team_id,
    monthlyBudgetNanos: row.monthly_budget_nanos,
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
