import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { AccountEnding, EndingStore } from './ports';

/** Longer than one attempt can take, so that two attempts do not run beside each other. */
const backoffSecondsFirst = 10;
const backoffSecondsMax = 300;

const columns = tableColumns<AccountEnding>(['userId', 'clientIp', 'requestId']);

// It is tried at once by the request that asked for it; the job comes to what was left.
const addSql = `
INSERT INTO account_endings (user_id, client_ip, request_id, next_at)
VALUES ($1, $2, $3, $4::timestamptz + make_interval(secs => ${backoffSecondsFirst}))
ON CONFLICT (user_id) DO UPDATE SET next_at = excluded.next_at`;

const claimSql = `
UPDATE account_endings SET tries = tries + 1, next_at = $1::timestamptz + make_interval(
  secs => least(${backoffSecondsMax}, ${backoffSecondsFirst} * 2 ^ least(tries, 10)))
 WHERE user_id IN (
   SELECT user_id FROM account_endings WHERE next_at <= $1
   ORDER BY next_at, user_id LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING ${columns.select}`;

export function createEndingStore(sql: Queryable): EndingStore {
  return {
    async add({ clientIp, requestId, userId }, now) {
      await sql.query(addSql, [userId, clientIp, requestId, now]);
    },

    async claimDue(now, rowsMax) {
      return (await sql.query<AccountEnding>(claimSql, [now, rowsMax])).rows;
    },

    async remove(userId) {
      await sql.query('DELETE FROM account_endings WHERE user_id = $1', [userId]);
    },
  };
}
