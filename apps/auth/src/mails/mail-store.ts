import { makeUlid } from '@tollgate/ids';
import type { Queryable } from '@tollgate/postgres';
import type { PendingMail } from './mail';
import type { MailStore } from './ports';

/** Longer than one attempt can take, so that no second attempt starts beside it. */
const backoffSecondsFirst = 30;

const claimSql = `
UPDATE mails SET tries = tries + 1,
  next_at = $1::timestamptz + make_interval(secs => ${backoffSecondsFirst} * 2 ^ tries)
 WHERE id IN (
   SELECT id FROM mails WHERE next_at <= $1 ORDER BY next_at, id LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING id, kind, email, tries`;

export function createMailStore(sql: Queryable): MailStore {
  return {
    async add({ email, kind }, now) {
      await sql.query('INSERT INTO mails (id, kind, email, next_at) VALUES ($1, $2, $3, $4)', [
        makeUlid(),
        kind,
        email,
        now,
      ]);
    },

    async claimDue(now, rowsMax) {
      const { rows } = await sql.query<PendingMail>(claimSql, [now, rowsMax]);
      return rows;
    },

    async remove(mailId) {
      await sql.query('DELETE FROM mails WHERE id = $1', [mailId]);
    },

    async removeAllTo(email) {
      await sql.query('DELETE FROM mails WHERE email = $1', [email]);
    },
  };
}
