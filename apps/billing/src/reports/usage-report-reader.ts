import type { CallScope } from '@tollgate/org-access';
import { formatDay, getCalendarDay } from '../shared/calendar';
import type { ReportDatabase } from './report-database';
import type { DayRange } from './report-period';
import { everybodySql, figuresSql, memberSql, noFigures, readFigures } from './usage-figures-rows';
import type { UsageFigures, UsageReport } from './usage-report';

const listRowsMax = 100;
/** Rows of a year with very many models. */
const seriesRowsMax = 10_000;

/** `grouping` has a bit for each column that a row sums over: day, model, key, app. */
const groups = { totals: 15, model: 11, key: 13, app: 14, series: 3 } as const;

/** One pass over the days of a wallet; every list is a grouping of it. */
const makeReportSql = (whoSql: string): string => `
WITH sums AS (
  SELECT grouping(day, model, key_id, app_name) AS set, day, model, key_id, app_name, ${figuresSql}
    FROM usage_daily
   WHERE wallet_id = $1 AND day BETWEEN $2::date AND $3::date
     AND ${whoSql} AND ($5::text IS NULL OR key_id = $5)
   GROUP BY GROUPING SETS ((), (model), (key_id), (app_name), (day, model))
), placed AS (
  SELECT *, row_number() OVER (PARTITION BY set ORDER BY "spendNanos" DESC, requests DESC) AS place
    FROM sums
)
SELECT set, day::text AS day, model, placed.key_id, coalesce(key_name, '') AS key_name, app_name,
       "spendNanos", placed.requests, "promptTokens", "completionTokens",
       (SELECT balance_nanos FROM wallets WHERE id = $1) AS balance
  FROM placed LEFT JOIN key_totals ON key_totals.key_id = placed.key_id
 WHERE place <= CASE set WHEN ${groups.series} THEN ${seriesRowsMax} ELSE ${listRowsMax} END
 ORDER BY set, day, place`;

interface ReportRow extends UsageFigures {
  readonly set: number;
  readonly day: string;
  readonly model: string;
  readonly key_id: string;
  readonly key_name: string;
  readonly app_name: string;
  readonly balance: bigint | null;
}

const reportSql = makeReportSql(everybodySql);
const memberReportSql = makeReportSql(memberSql);

function chooseStatement({ memberId }: CallScope): [name: string, sql: string] {
  return memberId === null ? ['usage_report', reportSql] : ['member_usage', memberReportSql];
}

export type ReadUsageReport = (scope: CallScope, range: DayRange) => Promise<UsageReport>;

export function createReadUsageReport(database: Pick<ReportDatabase, 'read'>): ReadUsageReport {
  return async (scope, range) => {
    const { rows } = await database.read((snapshot) =>
      snapshot.queryNamed<ReportRow>(...chooseStatement(scope), [
        scope.walletId,
        formatDay(range.first),
        formatDay(range.last),
        scope.memberId,
        scope.keyId,
      ]),
    );
    return readReport(rows);
  };
}

function readReport(rows: readonly ReportRow[]): UsageReport {
  const of = (set: number): ReportRow[] => rows.filter((row) => row.set === set);
  const [totals] = of(groups.totals);
  return {
    balanceNanos: totals?.balance ?? 0n,
    totals: totals === undefined ? noFigures : readFigures(totals),
    byModel: of(groups.model).map((row) => ({ ...readFigures(row), model: row.model })),
    byKey: of(groups.key).map((row) => ({
      ...readFigures(row),
      keyId: row.key_id,
      keyName: row.key_name,
    })),
    byApp: of(groups.app).map((row) => ({ ...readFigures(row), appName: row.app_name })),
    series: of(groups.series).map((row) => ({
      ...readFigures(row),
      day: getCalendarDay(Date.parse(`${row.day}T00:00:00Z`)),
      model: row.model,
    })),
  };
}
