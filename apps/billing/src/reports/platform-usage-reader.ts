import { formatDay, parseDay } from '../shared/calendar';
import type { ReadPlatformUsage } from './ports';
import type { ReportDatabase } from './report-database';
import { figuresSql, noFigures, readFigures } from './usage-figures-rows';
import type { UsageFigures } from './usage-report';

const listRowsMax = 100;

/** `grouping` has a bit for each column that a row sums over: day, model, provider. */
const groups = { totals: 7, day: 3, model: 5, provider: 6 } as const;

const usageSql = `
WITH sums AS (
  SELECT grouping(day, model, provider) AS set, day, model, provider, ${figuresSql}
    FROM platform_usage_daily
   WHERE day BETWEEN $1::date AND $2::date AND ($3::text IS NULL OR model = $3)
     AND ($4::text IS NULL OR provider = $4)
   GROUP BY GROUPING SETS ((), (day), (model), (provider))
), placed AS (
  SELECT *, row_number() OVER (
           PARTITION BY set ORDER BY "spendNanos" DESC, requests DESC, model, provider) AS place
    FROM sums
)
SELECT set, day::text AS day, model, provider, "spendNanos", requests, "promptTokens",
       "completionTokens" FROM placed
 WHERE set = ${groups.day} OR place <= ${listRowsMax} ORDER BY set, day, place`;

interface UsageRow extends UsageFigures {
  readonly set: number;
  readonly day: string;
  readonly model: string;
  readonly provider: string;
}

export function createReadPlatformUsage(database: Pick<ReportDatabase, 'read'>): ReadPlatformUsage {
  return async ({ model, provider, range }) => {
    const values = [formatDay(range.first), formatDay(range.last), model, provider];
    const { rows } = await database.read((sql) =>
      sql.queryNamed<UsageRow>('platform_usage', usageSql, values),
    );
    const of = (set: number): UsageRow[] => rows.filter((row) => row.set === set);
    const [totals] = of(groups.totals);
    return {
      totals: totals === undefined ? noFigures : readFigures(totals),
      byDay: of(groups.day).map((row) => ({ ...readFigures(row), day: parseDay(row.day) ?? 0 })),
      byModel: of(groups.model).map((row) => ({ ...readFigures(row), model: row.model })),
      byProvider: of(groups.provider).map((row) => ({
        ...readFigures(row),
        provider: row.provider,
      })),
    };
  };
}
