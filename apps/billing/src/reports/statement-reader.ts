import { tableColumns } from '@tollgate/postgres';
import type { ReportDatabase } from './report-database';
import type { StatementLine } from './usage-report';

const columns = tableColumns<StatementLine>(
  ['version', 'entryId', 'kind', 'reference', 'occurredAtMs'],
  { version: 'wallet_version' },
);

/** Places in a statement have no gaps, so a page is a range of them and never a search. */
const pageSql = `
SELECT ${columns.select},
       sum(CASE WHEN to_account = 'wallet:' || wallet_id THEN amount_nanos
                WHEN from_account = 'wallet:' || wallet_id THEN -amount_nanos ELSE 0 END)::bigint
         AS "amountNanos",
       max(balance_after_nanos) AS "balanceAfterNanos"
  FROM transfers
 WHERE wallet_id = $1 AND wallet_version < $2::bigint AND wallet_version >= $2::bigint - $3::bigint
 GROUP BY 1, 2, 3, 4, 5 ORDER BY 1 DESC`;

/** The newest lines before a place of the statement; without one, the newest of all. */
export type ReadStatement = (
  walletId: string,
  before: bigint | undefined,
  limit: number,
) => Promise<StatementLine[]>;

export function createReadStatement(database: Pick<ReportDatabase, 'read'>): ReadStatement {
  return (walletId, before, limit) =>
    database.read(async (snapshot) => {
      const { rows: wallets } = await snapshot.queryNamed<{ version: bigint }>(
        'statement_end',
        'SELECT version FROM wallets WHERE id = $1',
        [walletId],
      );
      const end = (wallets[0]?.version ?? 0n) + 1n;
      const first = before === undefined || before > end ? end : before;
      const { rows } = await snapshot.queryNamed<StatementLine>('statement_page', pageSql, [
        walletId,
        first,
        limit,
      ]);
      return rows;
    });
}
