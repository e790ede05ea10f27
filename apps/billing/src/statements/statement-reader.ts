import type { Nanos } from '@tollgate/money';
import type { ReportDatabase } from '../reports/report-database';
import { formatDay, getDayStartMs } from '../shared/calendar';
import type { ReadStatement } from './ports';
import { signedAmountSql } from './signed-amount';
import type { KindSum, ModelCharge } from './statement';

const modelsMax = 200;

const sumsSql = `
SELECT kind, count(DISTINCT entry_id)::int AS entries,
       sum(${signedAmountSql})::bigint AS "amountNanos"
  FROM transfers WHERE wallet_id = $1 AND occurred_at >= $2 AND occurred_at < $3
 GROUP BY kind ORDER BY kind`;

/** The balance at the end of the span is today's without what happened since. */
const closingSql = `
SELECT coalesce((SELECT balance_nanos FROM wallets WHERE id = $1), 0)
     - coalesce(sum(${signedAmountSql}), 0)::bigint AS "closingNanos"
  FROM transfers WHERE wallet_id = $1 AND occurred_at >= $2`;

const modelsSql = `
SELECT model, sum(requests)::int AS requests, sum(spend_nanos)::bigint AS "amountNanos"
  FROM usage_daily WHERE wallet_id = $1 AND day >= $2 AND day < $3
 GROUP BY model HAVING sum(spend_nanos) > 0 ORDER BY 3 DESC, 1 LIMIT ${modelsMax}`;

export function createReadStatement(database: Pick<ReportDatabase, 'read'>): ReadStatement {
  return ({ endDay, firstDay, walletId }) =>
    database.read(async (snapshot) => {
      const [start, end] = [firstDay, endDay].map((day) => new Date(getDayStartMs(day)));
      const { rows: sums } = await snapshot.queryNamed<KindSum>('statement_sums', sumsSql, [
        walletId,
        start,
        end,
      ]);
      const { rows: closings } = await snapshot.queryNamed<{ closingNanos: Nanos }>(
        'statement_closing',
        closingSql,
        [walletId, end],
      );
      const { rows: models } = await snapshot.queryNamed<ModelCharge>(
        'statement_models',
        modelsSql,
        [walletId, formatDay(firstDay), formatDay(endDay)],
      );
      const closingNanos = closings[0]?.closingNanos ?? 0n;
      const change = sums.reduce((sum, { amountNanos }) => sum + amountNanos, 0n);
      return { openingNanos: closingNanos - change, closingNanos, sums, models };
    });
}
