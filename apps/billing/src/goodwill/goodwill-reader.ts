import type { Queryable } from '@tollgate/postgres';
import { getGoodwillBucket, goodwillBucketsMax } from '@tollgate/till';
import { findOrgId } from '../wallets/wallet';
import { goodwillSpendDays, type GoodwillStanding } from './goodwill';

const dayMs = 24 * 3_600_000;

/** An organization may have very many rows of a day by key and model. */
const spendSql = (table: string): string => `
SELECT EXISTS (SELECT 1 FROM topups WHERE wallet_id = $1 AND paid_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM wallets WHERE id = $1 AND credit_line_nanos > 0) AS has_paid,
       (SELECT coalesce(sum(spend_nanos), 0)::bigint FROM ${table}
         WHERE wallet_id = $1 AND day > $2::date) AS spent`;
const userSpendSql = spendSql('usage_daily');
const orgSpendSql = spendSql('org_usage_daily');

/** What decides the allowance of a wallet, and what was used of it. */
export async function readGoodwill(
  sql: Queryable,
  walletId: string,
  nowMs: number,
): Promise<GoodwillStanding> {
  const since = new Date(nowMs - goodwillSpendDays * dayMs).toISOString().slice(0, 10);
  const isOrg = findOrgId(walletId) !== undefined;
  const [standing, uses] = await Promise.all([
    sql.query<{ has_paid: boolean; spent: bigint }>(isOrg ? orgSpendSql : userSpendSql, [
      walletId,
      since,
    ]),
    sql.query<{ bucket: bigint; used_nanos: bigint }>(
      `SELECT bucket, used_nanos FROM goodwill_uses WHERE wallet_id = $1 AND bucket >= $2
        ORDER BY bucket DESC LIMIT ${goodwillBucketsMax}`,
      [walletId, getGoodwillBucket(nowMs) - goodwillBucketsMax + 1],
    ),
  ]);
  const [row] = standing.rows;
  return {
    hasPaid: row?.has_paid ?? false,
    spentNanos: row?.spent ?? 0n,
    used: uses.rows.map(({ bucket, used_nanos: nanos }) => ({ bucket: Number(bucket), nanos })),
  };
}

/** Uses that count no longer. */
export async function deleteOldGoodwill(sql: Queryable, nowMs: number): Promise<void> {
  const oldest = getGoodwillBucket(nowMs) - 2 * goodwillBucketsMax;
  await sql.query('DELETE FROM goodwill_uses WHERE bucket < $1', [oldest]);
}
