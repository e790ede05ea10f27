import { listHourPieces, type HourPiece } from './hour-pieces';
import { groupsMax, type SeriesGroup, type SeriesQuery, type UsageMetric } from './series';

type Bind = (value: unknown) => string;

/** What a metric adds up: of a row of `usage_hourly`, and of one call. */
const valuesSql: Readonly<Record<UsageMetric, { readonly hour: string; readonly call: string }>> = {
  spend: { hour: 'spend_nanos', call: 'cost_nanos' },
  tokens: {
    hour: 'prompt_tokens + completion_tokens',
    call: 'prompt_tokens + completion_tokens',
  },
  requests: { hour: 'requests', call: '1' },
  errors: { hour: 'errors', call: "(call_status = 'error')::int" },
};

export const groupSql: Readonly<Record<SeriesGroup, string>> = {
  none: "''",
  model: 'model',
  key: 'key_id',
  app: 'app_name',
  team: 'team_id',
  member: 'member_id',
};

/** Rows of calls from before migration 0014 have null in these columns. */
const newColumnGroups: readonly SeriesGroup[] = ['app', 'team', 'member'];

/**
 * One row for each point and group; `place` is the rank of the group, one more than `groupsMax` for
 * all groups after these.
 */
export interface UsageSeriesRow {
  readonly point: number;
  readonly place: number;
  readonly name: string | null;
  readonly value: bigint;
  readonly isUnknown: boolean;
}

/** What a piece adds to its own point it takes from the point of its hour. */
const movesSql = `
   UNION ALL SELECT to_point, name, value, calls, unknown FROM moved
   UNION ALL SELECT from_point, name, -value, -calls, unknown FROM moved`;

/**
 * Sums by hour, corrected by the calls after each border that is not at the start of a UTC hour.
 * Calls whose records were deleted, and those from before migration 0014 where a column of it is
 * needed, are not moved: they count at the start of their hour.
 *
 * The parts are materialized: otherwise Postgres would compute the point of every hour three times,
 * and read the calls of every piece twice.
 */
export function makeUsageSeriesSql(query: SeriesQuery<UsageMetric>): {
  readonly text: string;
  readonly values: readonly unknown[];
} {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const { bordersMs } = query;
  const pieces = listHourPieces(bordersMs);
  const scopeSql = makeScopeSql(query, bind);
  const hoursSql = makeHoursSql(query, scopeSql, bind);
  const hasPieces = pieces.length > 0;
  const piecesSql = hasPieces ? makePiecesSql(query, pieces, scopeSql, bind) : '';
  const text = `
WITH ${piecesSql} parts AS MATERIALIZED (${hoursSql}${hasPieces ? movesSql : ''}
), sums AS (
  SELECT point, name, sum(value) AS value, sum(calls) AS calls, sum(unknown) AS unknown
    FROM parts WHERE point BETWEEN 1 AND ${bordersMs.length - 1} GROUP BY 1, 2
), ranked AS (
  SELECT name, least(${groupsMax + 1},
           row_number() OVER (ORDER BY coalesce(sum(value), 0) DESC, sum(calls) DESC, name)
         )::int AS place
    FROM sums GROUP BY name HAVING sum(calls) > 0
)
SELECT point, place, CASE WHEN place <= ${groupsMax} THEN name END AS name,
       coalesce(sum(value), 0)::bigint AS value, sum(unknown) > 0 AS "isUnknown"
  FROM sums JOIN ranked USING (name) GROUP BY 1, 2, 3 ORDER BY 2, 1`;
  return { text, values };
}

/** The condition repeats that of the index of members. */
function makeScopeSql({ scope }: SeriesQuery, bind: Bind): string {
  const { keyId, memberId, teamId, walletId } = scope;
  const conditions = [`wallet_id = ${bind(walletId)}`];
  if (memberId !== null) conditions.push(`member_id = ${bind(memberId)} AND member_id <> ''`);
  if (keyId !== null) conditions.push(`key_id = ${bind(keyId)}`);
  if (teamId !== null) conditions.push(`team_id = ${bind(teamId)}`);
  return conditions.join(' AND ');
}

const formatTime = (ms: number): string => new Date(ms).toISOString();

/** From the hour of the first border on. */
function makeHoursSql(
  { bordersMs, group, metric }: SeriesQuery<UsageMetric>,
  scopeSql: string,
  bind: Bind,
): string {
  const value = valuesSql[metric].hour;
  const borders = `${bind(bordersMs.map(formatTime))}::timestamptz[]`;
  const first = bind(formatTime(bordersMs[0] ?? 0));
  const last = bind(formatTime(bordersMs.at(-1) ?? 0));
  return `
  SELECT width_bucket(hour, ${borders}) AS point, ${groupSql[group]} AS name,
         sum(${value}) AS value, sum(requests) AS calls,
         count(*) FILTER (WHERE (${value}) IS NULL) AS unknown
    FROM usage_hourly
   WHERE ${scopeSql} AND hour >= date_trunc('hour', ${first}::timestamptz, 'UTC')
     AND hour < ${last}::timestamptz
   GROUP BY 1, 2`;
}

function makePiecesSql(
  { group, metric }: SeriesQuery<UsageMetric>,
  pieces: readonly HourPiece[],
  scopeSql: string,
  bind: Bind,
): string {
  const value = valuesSql[metric].call;
  const columns = [
    `${bind(pieces.map(({ startMs }) => formatTime(startMs)))}::timestamptz[]`,
    `${bind(pieces.map(({ endMs }) => formatTime(endMs)))}::timestamptz[]`,
    `${bind(pieces.map(({ fromPoint }) => fromPoint))}::int[]`,
    `${bind(pieces.map(({ toPoint }) => toPoint))}::int[]`,
  ];
  const hasColumns = newColumnGroups.includes(group) ? 'call_status IS NOT NULL' : 'true';
  return `moved AS MATERIALIZED (
  SELECT from_point, to_point, name, value, calls, unknown
    FROM unnest(${columns.join(', ')}) AS piece (starts, ends, from_point, to_point)
   CROSS JOIN LATERAL (
     SELECT ${groupSql[group]} AS name, sum(${value}) AS value, count(*) AS calls,
            count(*) FILTER (WHERE (${value}) IS NULL) AS unknown
       FROM generations
      WHERE ${scopeSql} AND created_at >= piece.starts AND created_at < piece.ends
        AND ${hasColumns}
      GROUP BY 1) AS figures
), `;
}
