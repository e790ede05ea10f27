import { isId } from '@tollgate/ids';
import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { Invitation } from './invitation';
import type { InvitationStore, PendingInvitation } from './ports';

/** Longer than one attempt can take, so that no second attempt starts beside it. */
const backoffSecondsFirst = 30;

const columns = tableColumns<Invitation>([
  ...(['id', 'orgId', 'email', 'role', 'isOwner', 'teamId', 'monthlyBudgetNanos'] as const),
  ...(['invitedBy', 'expiresAt', 'createdAt'] as const),
]);

const insertSql = `
INSERT INTO invitations (${columns.names}, mail_next_at) VALUES (${columns.parameters}, $10)`;

const openSql = `
SELECT ${columns.select} FROM invitations WHERE accepted_at IS NULL AND cancelled_at IS NULL`;

const claimSql = `
UPDATE invitations SET mail_tries = mail_tries + 1,
  mail_next_at = $1::timestamptz + make_interval(secs => ${backoffSecondsFirst} * 2 ^ mail_tries)
 WHERE id IN (
   SELECT id FROM invitations WHERE mail_next_at <= $1
   ORDER BY mail_next_at, id LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING ${columns.select}, mail_tries AS tries`;

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
    return (await sql.query<Invitation>(`${openSql} AND ${condition}`, values)).rows[0];
  };
  return {
    findOpen: async (orgId, invitationId) =>
      isId('invitation', invitationId)
        ? find('org_id = $1 AND id = $2', [orgId, invitationId])
        : undefined,
    findOpenByHash: (tokenHash, now) =>
      find('token_hash = $1 AND expires_at > $2', [tokenHash, now]),

    async listOpen(orgId, now) {
      const { rows } = await sql.query<Invitation>(
        `${openSql} AND org_id = $1 AND expires_at > $2 ORDER BY id DESC`,
        [orgId, now],
      );
      return rows;
    },
  };
}

function createWrites(sql: Queryable): Omit<InvitationStore, Reads> {
  return {
    async insert(invitation) {
      await sql.query(insertSql, columns.values(invitation));
    },

    async markAccepted(invitationId, now) {
      await sql.query(markSql('accepted_at'), [invitationId, now]);
    },

    async markCancelled(invitationId, now) {
      await sql.query(markSql('cancelled_at'), [invitationId, now]);
    },

    async claimMails(now, rowsMax) {
      return (await sql.query<PendingInvitation>(claimSql, [now, rowsMax])).rows;
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
