import type { Queryable } from '@tollgate/postgres';
import type { TopupStore } from './ports';
import type { Topup } from './topup';
import {
  insertTopupSql,
  listChangedValues,
  listNewValues,
  readTopup,
  saveTopupSql,
  selectTopups,
} from './topup-rows';

export function createTopupStore(sql: Queryable): TopupStore {
  const select = async (rest: string, values: readonly unknown[]): Promise<Topup[]> => {
    const { rows } = await sql.query<Parameters<typeof readTopup>[0]>(
      `${selectTopups} ${rest}`,
      values,
    );
    return rows.map(readTopup);
  };
  return {
    async insert(topup) {
      const { rowCount } = await sql.query(insertTopupSql, listNewValues(topup));
      return rowCount === 1;
    },
    find: async (topupId) => (await select('WHERE id = $1', [topupId]))[0],
    lock: async (topupId) => (await select('WHERE id = $1 FOR UPDATE', [topupId]))[0],
    async save(topup) {
      await sql.query(saveTopupSql, listChangedValues(topup));
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
