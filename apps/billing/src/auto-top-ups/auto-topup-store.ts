import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { AutoTopup, RuleMail, RuleSituation } from './auto-topup';
import type { AutoTopupStore } from './ports';

const ruleFields = [
  ...(['walletId', 'userId', 'isEnabled', 'channel', 'thresholdCents', 'amountCents'] as const),
  ...(['monthlyLimitCents', 'pausedReason', 'pausedAtMs', 'nextAtMs', 'updatedAtMs'] as const),
] as const;
const columns = tableColumns<AutoTopup>(ruleFields);
const mailColumns = tableColumns<RuleMail>([...ruleFields, 'mail']);

const selectRules = `SELECT ${columns.select} FROM auto_topups WHERE wallet_id = $1`;

const mailTriesMax = 10;
const mailBackoffSeconds = 30;
const nanosPerCent = 10_000_000;

const listDueSql = `
SELECT rule.wallet_id AS "walletId" FROM auto_topups AS rule
  LEFT JOIN wallets ON wallets.id = rule.wallet_id
 WHERE rule.is_enabled AND rule.paused_reason = '' AND rule.next_at <= $1
   AND coalesce(wallets.balance_nanos, 0) < rule.threshold_cents * ${nanosPerCent}
   AND coalesce(wallets.credit_line_nanos, 0) = 0
   AND NOT EXISTS (SELECT FROM auto_topup_charges AS charge
                    WHERE charge.wallet_id = rule.wallet_id AND charge.next_at IS NOT NULL)
   AND NOT EXISTS (SELECT FROM topup_suspensions
                    WHERE topup_suspensions.wallet_id = rule.wallet_id)
 ORDER BY rule.next_at LIMIT $2`;

const situationSql = `
SELECT coalesce((SELECT balance_nanos FROM wallets WHERE id = $1), 0) AS "balanceNanos",
       coalesce((SELECT credit_line_nanos FROM wallets WHERE id = $1), 0) AS "creditLineNanos",
       EXISTS (SELECT FROM topup_suspensions WHERE wallet_id = $1) AS "isSuspended",
       EXISTS (SELECT FROM topups WHERE wallet_id = $1 AND is_automatic AND status = 'pending')
         AS "hasOpenCharge",
       (SELECT id FROM payment_methods WHERE wallet_id = $1 AND removed_at IS NULL) AS "methodId",
       (SELECT coalesce(sum(amount_cents + fee_cents + vat_cents), 0)::bigint FROM topups
         WHERE wallet_id = $1 AND is_automatic AND created_at >= $2
           AND status IN ('pending', 'paid', 'refunded')) AS "monthCents"`;

const claimMailsSql = `
UPDATE auto_topups SET mail_tries = mail_tries + 1,
  mail_next_at = $1::timestamptz + make_interval(secs => ${mailBackoffSeconds} * 2 ^ mail_tries)
 WHERE wallet_id IN (
   SELECT wallet_id FROM auto_topups
    WHERE mail <> '' AND mail_next_at <= $1 AND mail_tries < ${mailTriesMax}
    ORDER BY mail_next_at LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING ${mailColumns.select}`;

export function createAutoTopupStore(sql: Queryable): AutoTopupStore {
  const selectOne = async (text: string, walletId: string): Promise<AutoTopup | undefined> =>
    (await sql.query<AutoTopup>(text, [walletId])).rows[0];
  return {
    find: (walletId) => selectOne(selectRules, walletId),
    lock: (walletId) => selectOne(`${selectRules} FOR UPDATE`, walletId),
    lockIfFree: (walletId) => selectOne(`${selectRules} FOR UPDATE SKIP LOCKED`, walletId),

    async save(rule) {
      await sql.query(
        `INSERT INTO auto_topups (${columns.names}) VALUES (${columns.parameters})
         ON CONFLICT (wallet_id) DO UPDATE SET (${columns.names}) = (${columns.parameters})`,
        columns.values(rule),
      );
    },

    async remove(walletId) {
      await sql.query('DELETE FROM auto_topups WHERE wallet_id = $1', [walletId]);
    },

    async listDue(nowMs, limit) {
      const values = [new Date(nowMs), limit];
      const { rows } = await sql.query<{ walletId: string }>(listDueSql, values);
      return rows.map(({ walletId }) => walletId);
    },

    async readSituation(walletId, monthStartMs) {
      const { rows } = await sql.query<
        Omit<RuleSituation, 'methodId'> & { methodId: string | null }
      >(situationSql, [walletId, new Date(monthStartMs)]);
      const [row] = rows;
      if (row === undefined) throw new Error('a query without FROM returned no row');
      return { ...row, methodId: row.methodId ?? undefined };
    },

    async addMail(walletId, mail, nowMs) {
      await sql.query(
        'UPDATE auto_topups SET mail = $2, mail_next_at = $3, mail_tries = 0 WHERE wallet_id = $1',
        [walletId, mail, new Date(nowMs)],
      );
    },

    async claimMails(nowMs, limit) {
      return (await sql.query<RuleMail>(claimMailsSql, [new Date(nowMs), limit])).rows;
    },

    async endMail({ mail, walletId }) {
      await sql.query("UPDATE auto_topups SET mail = '' WHERE wallet_id = $1 AND mail = $2", [
        walletId,
        mail,
      ]);
    },
  };
}
