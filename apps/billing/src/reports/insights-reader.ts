import type { Queryable } from '@tollgate/postgres';
import { formatDay, getCalendarDay, type CalendarDay } from '../shared/calendar';
import type { Insights, InsightsQuery, InsightsTotals } from './insights';
import type { BucketCount } from './latency-bucket';
import type { ReportDatabase } from './report-database';
import { getInsightsRange, getPreviousRange, type DayRange } from './report-period';
import { everybodySql, figuresSql, memberSql, noFigures, readFigures } from './usage-figures-rows';
import type { UsageFigures } from './usage-report';

const topRowsMax = 10;
/** Ten years; `all` shows no more days than that. */
const dailyRowsMax = 3_660;
const hoursPerDay = 24;
const hoursPerWeek = 7 * hoursPerDay;

/** The parameters are the same in every statement; a filter that is null takes everything. */
const commonFilterSql = `wallet_id = $1 AND ($5::text IS NULL OR model = $5)
     AND ($6::text IS NULL OR key_id = $6) AND ($7::text IS NULL OR app_name = $7)
     AND ($8::text IS NULL OR key_id = $8)`;

/** `grouping` has a bit for each column that a row sums over: day, model, key, app. */
const groups = { totals: 15, model: 11, key: 13, app: 14, day: 7 } as const;

const makeDaysSql = (filterSql: string): string => `
WITH sums AS (
  SELECT grouping(day, model, key_id, app_name) AS set, day, model, key_id, app_name, ${figuresSql},
         coalesce(sum(errors), 0)::bigint AS errors,
         coalesce(sum(cached_tokens), 0)::bigint AS cached,
         coalesce(sum(cache_savings_nanos), 0)::bigint AS savings
    FROM usage_daily WHERE ${filterSql} AND day BETWEEN $2::date AND $3::date
   GROUP BY GROUPING SETS ((), (day), (model), (key_id), (app_name))
), placed AS (
  SELECT *, row_number() OVER (PARTITION BY set ORDER BY "spendNanos" DESC, requests DESC) AS place
    FROM sums
)
SELECT set, day::text AS day, model, placed.key_id, coalesce(key_name, '') AS key_name, app_name,
       "spendNanos", placed.requests, "promptTokens", "completionTokens", errors, cached, savings
  FROM placed LEFT JOIN key_totals ON key_totals.key_id = placed.key_id
 WHERE place <= CASE set WHEN ${groups.day} THEN ${dailyRowsMax} ELSE ${topRowsMax} END
 ORDER BY set, day, place`;

const makePreviousSql = (filterSql: string): string => `
SELECT ${figuresSql} FROM usage_daily WHERE ${filterSql} AND day BETWEEN $2::date AND $3::date`;

/** The first hour of 1970 was the 73rd of its week, a Thursday's. */
const makeHeatmapSql = (filterSql: string): string => `
SELECT ((date_part('epoch', hour)::bigint / 3600 + 72) % ${hoursPerWeek})::int AS cell,
       ${figuresSql}
  FROM usage_hourly
 WHERE ${filterSql} AND hour >= $2::date::timestamp AT TIME ZONE 'UTC'
   AND hour < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'
 GROUP BY 1 ORDER BY 1`;

const makeLatencySql = (whoSql: string): string => `
SELECT bucket::int AS bucket, sum(durations)::float8 AS durations,
       sum(first_tokens)::float8 AS first_tokens
  FROM usage_latency
 WHERE ${commonFilterSql} AND day BETWEEN $2::date AND $3::date AND ${whoSql} GROUP BY bucket`;

/** Latency rows have no member, but a key belongs to one member at most. */
const keysOfMemberSql = `starts_with(wallet_id, 'org_') AND key_id = ANY (ARRAY(
  SELECT DISTINCT key_id FROM usage_daily
   WHERE wallet_id = $1 AND day BETWEEN $2::date AND $3::date AND ${memberSql}))`;

interface Statements {
  readonly name: string;
  readonly days: string;
  readonly previous: string;
  readonly hours: string;
  readonly latency: string;
}

function makeStatements(name: string, whoSql: string, latencyWhoSql: string): Statements {
  const filterSql = `${commonFilterSql} AND ${whoSql}`;
  return {
    name,
    days: makeDaysSql(filterSql),
    previous: makePreviousSql(filterSql),
    hours: makeHeatmapSql(filterSql),
    latency: makeLatencySql(latencyWhoSql),
  };
}

const ofEverybody = makeStatements('insights', everybodySql, everybodySql);
const ofMember = makeStatements('member_insights', memberSql, keysOfMemberSql);

const firstDaySql = 'SELECT min(day)::text AS day FROM usage_daily WHERE wallet_id = $1';

interface DaysRow extends UsageFigures {
  readonly set: number;
  readonly day: string;
  readonly model: string;
  readonly key_id: string;
  readonly key_name: string;
  readonly app_name: string;
  readonly errors: bigint;
  readonly cached: bigint;
  readonly savings: bigint;
}

interface HeatmapRow extends UsageFigures {
  /** Hour of the week, from Monday 00:00 UTC on. */
  readonly cell: number;
}

interface LatencyRow {
  readonly bucket: number;
  readonly durations: number;
  readonly first_tokens: number;
}

export type ReadInsights = (query: InsightsQuery, today: CalendarDay) => Promise<Insights>;

export function createReadInsights(database: Pick<ReportDatabase, 'read'>): ReadInsights {
  return (query, today) => database.read((snapshot) => readInsights(snapshot, query, today));
}

async function readInsights(
  sql: Queryable,
  query: InsightsQuery,
  today: CalendarDay,
): Promise<Insights> {
  const { period } = query;
  const firstUsage = period === 'all' ? await findFirstDay(sql, query) : undefined;
  const range = getInsightsRange(period, today, firstUsage ?? today);
  const statements = query.scope.memberId === null ? ofEverybody : ofMember;
  const { name } = statements;
  const values = (of: DayRange): (string | null)[] => bindQuery(query, of);
  const days = await sql.queryNamed<DaysRow>(`${name}_days`, statements.days, values(range));
  const heatmap = await sql.queryNamed<HeatmapRow>(
    `${name}_hours`,
    statements.hours,
    values(range),
  );
  const latency = await sql.queryNamed<LatencyRow>(
    `${name}_latency`,
    statements.latency,
    values(range),
  );
  // Before all there is nothing.
  const previous =
    period === 'all'
      ? undefined
      : await sql.queryNamed<UsageFigures>(
          `${name}_previous`,
          statements.previous,
          values(getPreviousRange(range)),
        );
  const [before] = previous?.rows ?? [];
  return {
    range,
    ...readDays(days.rows),
    previous: before === undefined ? noFigures : readFigures(before),
    heatmap: heatmap.rows.map((row) => ({
      ...readFigures(row),
      weekday: Math.floor(row.cell / hoursPerDay),
      hour: row.cell % hoursPerDay,
    })),
    durations: readBuckets(latency.rows, 'durations'),
    firstTokens: readBuckets(latency.rows, 'first_tokens'),
  };
}

function bindQuery({ scope, filters }: InsightsQuery, range: DayRange): (string | null)[] {
  const days = [formatDay(range.first), formatDay(range.last)];
  const { appName, keyId, model } = filters;
  return [scope.walletId, ...days, scope.memberId, model, keyId, appName, scope.keyId];
}

async function findFirstDay(
  sql: Queryable,
  { scope }: InsightsQuery,
): Promise<CalendarDay | undefined> {
  const { rows } = await sql.queryNamed<{ day: string | null }>('insights_first', firstDaySql, [
    scope.walletId,
  ]);
  const day = rows[0]?.day ?? null;
  return day === null ? undefined : readDay(day);
}

const readDay = (day: string): CalendarDay => getCalendarDay(Date.parse(`${day}T00:00:00Z`));

function readDays(
  rows: readonly DaysRow[],
): Pick<Insights, 'totals' | 'daily' | 'topModels' | 'topKeys' | 'topApps'> {
  const of = (set: number): DaysRow[] => rows.filter((row) => row.set === set);
  const [totals] = of(groups.totals);
  return {
    totals: totals === undefined ? noTotals : readTotals(totals),
    daily: of(groups.day).map((row) => ({ ...readFigures(row), day: readDay(row.day) })),
    topModels: of(groups.model).map((row) => ({ ...readFigures(row), model: row.model })),
    topKeys: of(groups.key).map((row) => ({
      ...readFigures(row),
      keyId: row.key_id,
      keyName: row.key_name,
    })),
    topApps: of(groups.app).map((row) => ({ ...readFigures(row), appName: row.app_name })),
  };
}

const noTotals: InsightsTotals = {
  ...noFigures,
  errors: 0n,
  cachedTokens: 0n,
  cacheSavingsNanos: 0n,
};

function readTotals(row: DaysRow): InsightsTotals {
  return {
    ...readFigures(row),
    errors: row.errors,
    cachedTokens: row.cached,
    cacheSavingsNanos: row.savings,
  };
}

function readBuckets(
  rows: readonly LatencyRow[],
  column: 'durations' | 'first_tokens',
): BucketCount[] {
  return rows.map((row) => ({ bucket: row.bucket, count: row[column] }));
}
