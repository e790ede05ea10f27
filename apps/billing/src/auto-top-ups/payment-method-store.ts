import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { PaymentMethod } from './payment-method';
import type { PaymentMethodStore } from './ports';

const columns = tableColumns<PaymentMethod>([
  ...(['id', 'walletId', 'provider', 'customerId', 'externalId', 'brand', 'last4'] as const),
  ...(['expiresMonth', 'expiresYear', 'userId', 'topupId', 'createdAtMs'] as const),
]);

const backoffSecondsFirst = 60;
const backoffSecondsMax = 6 * 3_600;

const claimDetachesSql = `
UPDATE payment_methods SET detach_tries = detach_tries + 1,
  detach_next_at = $1::timestamptz + make_interval(secs =>
    least(${backoffSecondsMax}, ${backoffSecondsFirst} * 2 ^ least(detach_tries, 20)))
 WHERE id IN (
   SELECT id FROM payment_methods
    WHERE removed_at IS NOT NULL AND detached_at IS NULL AND detach_next_at <= $1
    ORDER BY detach_next_at LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING ${columns.select}`;

export function createPaymentMethodStore(sql: Queryable): PaymentMethodStore {
  const query = async (text: string, values: readonly unknown[]): Promise<PaymentMethod[]> =>
    (await sql.query<PaymentMethod>(text, values)).rows;
  return {
    async get(methodId) {
      const text = `SELECT ${columns.select} FROM payment_methods WHERE id = $1`;
      const [method] = await query(text, [methodId]);
      if (method === undefined) throw new Error('a payment method disappeared');
      return method;
    },

    async findOfWallet(walletId) {
      const text = `SELECT ${columns.select} FROM payment_methods
                     WHERE wallet_id = $1 AND removed_at IS NULL`;
      return (await query(text, [walletId]))[0];
    },

    async isKnown(topupId) {
      const text = 'SELECT 1 FROM payment_methods WHERE topup_id = $1';
      return (await sql.query(text, [topupId])).rows.length > 0;
    },

    async insert(method) {
      await sql.query(
        `INSERT INTO payment_methods (${columns.names}) VALUES (${columns.parameters})`,
        columns.values(method),
      );
    },

    async removeOfWallet(walletId, nowMs) {
      const text = `UPDATE payment_methods SET removed_at = $2, detach_next_at = $2
                     WHERE wallet_id = $1 AND removed_at IS NULL RETURNING ${columns.select}`;
      return (await query(text, [walletId, new Date(nowMs)]))[0];
    },

    claimDetaches: (nowMs, limit) => query(claimDetachesSql, [new Date(nowMs), limit]),

    async markDetached(methodId, nowMs) {
      await sql.query('UPDATE payment_methods SET detached_at = $2 WHERE id = $1', [
        methodId,
        new Date(nowMs),
      ]);
    },
  };
}
