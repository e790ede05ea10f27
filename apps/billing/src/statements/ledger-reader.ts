import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { ReportDatabase } from '../reports/report-database';
import type { ReadLedger } from './ports';
import { signedAmountSql } from './signed-amount';
import type { LedgerLine, LedgerQuery } from './statement';

const columns = tableColumns<LedgerLine>(
  ['version', 'entryId', 'kind', 'reference', 'occurredAtMs'],
  { version: 'wallet_version' },
);

/** A filtered page looks at so many entries at most, so it may be short or empty. */
const scannedMax = 5_000n;

const pageSql = `
SELECT ${columns.select}, sum(${signedAmountSql})::bigint AS "amountNanos",
       max(balance_after_nanos) AS "balanceAfterNanos"
  FROM transfers
 WHERE wallet_id = $1 AND wallet_version < $2::bigint AND wallet_version >= $3::bigint
   AND ($4::text IS NULL OR kind = $4)
   AND ($5::timestamptz IS NULL OR occurred_at >= $5)
   AND ($6::timestamptz IS NULL OR occurred_at < $6)
 GROUP BY 1, 2, 3, 4, 5 ORDER BY 1 DESC LIMIT $7`;

const endSql = 'SELECT version FROM wallets WHERE id = $1';

/** Only the months of the span are read. */
const spanSql = `
SELECT min(wallet_version) AS first, max(wallet_version) AS last
  FROM transfers
 WHERE wallet_id = $1 AND occurred_at >= coalesce($2::timestamptz, '-infinity')
   AND occurred_at < coalesce($3::timestamptz, 'infinity')`;

/** Places of a ledger, the last one exclusive. */
interface Places {
  readonly first: bigint;
  readonly end: bigint;
}

/** Places in a ledger have no gaps, so a page is a range of them and never a search. */
export function createReadLedger(database: Pick<ReportDatabase, 'read'>): ReadLedger {
  return (query) =>
    database.read(async (snapshot) => {
      const places = await findPlaces(snapshot, query);
      const { before, limit } = query;
      const end = before === undefined || before > places.end ? places.end : before;
      const isFiltered = query.kind !== null || query.fromMs !== null || query.untilMs !== null;
      const first = max(places.first, end - (isFiltered ? scannedMax : BigInt(limit)));
      const { rows } = await snapshot.queryNamed<LedgerLine>('ledger_page', pageSql, [
        query.walletId,
        end,
        first,
        query.kind,
        toDate(query.fromMs),
        toDate(query.untilMs),
        limit,
      ]);
      const last = rows.length === limit ? (rows.at(-1)?.version ?? first) : first;
      return { lines: rows, next: last > places.first ? last : null };
    });
}

async function findPlaces(snapshot: Queryable, query: LedgerQuery): Promise<Places> {
  const { fromMs, untilMs, walletId } = query;
  if (fromMs === null && untilMs === null) {
    const { rows } = await snapshot.queryNamed<{ version: bigint }>('ledger_end', endSql, [
      walletId,
    ]);
    return { first: 1n, end: (rows[0]?.version ?? 0n) + 1n };
  }
  const { rows } = await snapshot.queryNamed<{ first: bigint | null; last: bigint | null }>(
    'ledger_span',
    spanSql,
    [walletId, toDate(fromMs), toDate(untilMs)],
  );
  return { first: rows[0]?.first ?? 1n, end: (rows[0]?.last ?? 0n) + 1n };
}

function toDate(timeMs: number | null): Date | null {
  return timeMs === null ? null : new Date(timeMs);
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
