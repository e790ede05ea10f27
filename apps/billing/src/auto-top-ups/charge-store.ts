import { getUlidTimeMs } from '@tollgate/ids';
import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { AutoTopupCharge, AutoTopupTry } from './auto-topup';
import type { ChargeStore } from './ports';

const columns = tableColumns<AutoTopupCharge>([
  'topupId',
  'walletId',
  'methodId',
  'balanceNanos',
  'tries',
]);

/** Longer than a call to the provider can take with its own retries. */
const backoffSecondsFirst = 60;
const backoffSecondsMax = 3_600;

const claimSql = `
UPDATE auto_topup_charges SET tries = tries + 1,
  next_at = $1::timestamptz + make_interval(secs =>
    least(${backoffSecondsMax}, ${backoffSecondsFirst} * 2 ^ least(tries, 20)))
 WHERE topup_id IN (
   SELECT topup_id FROM auto_topup_charges WHERE next_at <= $1
    ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING ${columns.select}`;

const listTriesSql = `
SELECT id AS "topupId", status, amount_cents + fee_cents + vat_cents AS "totalCents",
       balance_nanos AS "balanceNanos", failure,
       floor(extract(epoch FROM created_at) * 1000)::float8 AS "createdAtMs"
  FROM auto_topup_charges JOIN topups ON topups.id = auto_topup_charges.topup_id
 WHERE auto_topup_charges.wallet_id = $1 ORDER BY topup_id DESC LIMIT $2`;

export function createChargeStore(sql: Queryable): ChargeStore {
  return {
    async insert(charge, nowMs) {
      await sql.query(
        `INSERT INTO auto_topup_charges (${columns.names}, next_at)
         VALUES (${columns.parameters}, $6)`,
        [...columns.values(charge), new Date(nowMs)],
      );
    },

    async claimDue(nowMs) {
      return (await sql.query<AutoTopupCharge>(claimSql, [new Date(nowMs)])).rows[0];
    },

    async findLastStartMs(walletId) {
      const { rows } = await sql.query<{ topupId: string }>(
        `SELECT topup_id AS "topupId" FROM auto_topup_charges
          WHERE wallet_id = $1 ORDER BY topup_id DESC LIMIT 1`,
        [walletId],
      );
      const topupId = rows[0]?.topupId;
      return topupId === undefined ? undefined : getUlidTimeMs(topupId.slice('top_'.length));
    },

    async end(topupId, failure) {
      await sql.query(
        'UPDATE auto_topup_charges SET next_at = NULL, failure = $2 WHERE topup_id = $1',
        [topupId, failure],
      );
    },

    async listTries(walletId, limit) {
      return (await sql.query<AutoTopupTry>(listTriesSql, [walletId, limit])).rows;
    },
  };
}
