import type { Queryable } from '@tollgate/postgres';
import type { TopupStore } from './ports';
import type { Topup } from './topup';
import { readTopup, toDate, type TopupRow } from './topup-rows';

const insertSql = `
INSERT INTO topups (id, wallet_id, user_id, channel, provider, status, amount_cents, fee_cents,
  vat_cents, currency, fx_rate, total_minor, return_url, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
ON CONFLICT (id) DO NOTHING`;
const saveSql = `
UPDATE topups SET status = $2, external_id = $3, checkout_url = $4, instructions = $5,
  problem = $6, expires_at = $7, paid_at = $8, refunded_at = $9, refund_sent_at = $10,
  refund_tries = $11, refund_next_at = $12, reversed_minor = $13
 WHERE id = $1`;

export function createTopupStore(sql: Queryable): TopupStore {
  const select = async (rest: string, values: readonly unknown[]): Promise<Topup[]> => {
    const { rows } = await sql.query<TopupRow>(`SELECT * FROM topups ${rest}`, values);
    return rows.map(readTopup);
  };
  return {
    async insert(topup) {
      const { rowCount } = await sql.query(insertSql, listNewValues(topup));
      return rowCount === 1;
    },
    find: async (topupId) => (await select('WHERE id = $1', [topupId]))[0],
    lock: async (topupId) => (await select('WHERE id = $1 FOR UPDATE', [topupId]))[0],
    async save(topup) {
      await sql.query(saveSql, listChangedValues(topup));
    },
    async countPending(walletId) {
      const { rows } = await sql.query<{ count: bigint }>(
        "SELECT count(*) FROM topups WHERE wallet_id = $1 AND status = 'pending'",
        [walletId],
      );
      return Number(rows[0]?.count ?? 0);
    },
    listOfWallet: (walletId, { before, limit }) =>
      select(`WHERE wallet_id = $1 AND ($2 = '' OR id < $2) ORDER BY id DESC LIMIT $3`, [
        walletId,
        before,
        limit,
      ]),
    listAll: ({ status, before, limit }) =>
      select(
        `WHERE ($1::text IS NULL OR status = $1) AND ($2 = '' OR id < $2)
         ORDER BY id DESC LIMIT $3`,
        [status ?? null, before, limit],
      ),
    async listOverdueIds(nowMs, limit) {
      const { rows } = await sql.query<{ id: string }>(
        `SELECT id FROM topups WHERE status = 'pending' AND expires_at <= $1
          ORDER BY expires_at LIMIT $2`,
        [new Date(nowMs), limit],
      );
      return rows.map(({ id }) => id);
    },
    listRefundsDue: (nowMs, limit) =>
      select(
        `WHERE status = 'refunded' AND refund_sent_at IS NULL AND refund_next_at <= $1
         ORDER BY refund_next_at LIMIT $2`,
        [new Date(nowMs), limit],
      ),
  };
}

function listNewValues(topup: Topup): unknown[] {
  const { quote } = topup;
  return [
    topup.id,
    topup.walletId,
    topup.userId,
    topup.channel,
    topup.provider,
    topup.status,
    quote.amountCents,
    quote.feeCents,
    quote.vatCents,
    quote.currency,
    quote.fxRate,
    quote.totalMinor,
    topup.returnUrl,
    new Date(topup.createdAtMs),
    new Date(topup.expiresAtMs),
  ];
}

function listChangedValues(topup: Topup): unknown[] {
  return [
    topup.id,
    topup.status,
    topup.externalId,
    topup.checkoutUrl,
    topup.instructions,
    topup.problem,
    new Date(topup.expiresAtMs),
    toDate(topup.paidAtMs),
    toDate(topup.refundedAtMs),
    toDate(topup.refundSentAtMs),
    topup.refundTries,
    toDate(topup.refundNextAtMs),
    topup.reversedMinor,
  ];
}
