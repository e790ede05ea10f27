import {
  areDaysUseful,
  formatStart,
  listMoves,
  raiseBorders,
  roundBorders,
  type Move,
  type Period,
} from './period-moves';
import {
  groupsMax,
  type SeriesGroup,
  type SeriesQuery,
  type SeriesScope,
  type UsageMetric,
} from './series';

export type Bind = (value: unknown) => string;

/** What a metric adds up: of a row of `usage_hourly` or `usage_daily`, and of one call. */
const valuesSql: Readonly<Record<UsageMetric, { readonly sums: string; readonly call: string }>> = {
  spend: { sums: 'spend_nanos', call: 'cost_nanos' },
  tokens: {
    sums: 'prompt_tokens + completion_tokens',
    call: 'prompt_tokens + completion_tokens',
  },
  requests: { sums: 'requests', call: '1' },
  errors: { sums: 'errors', call: "(call_status = 'error')::int" },
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

/** A read model with sums of periods of one length. */
export interface PeriodSums {
  readonly period: Period;
  readonly table: string;
  /** The column with the start of the period. */
  readonly time: string;
  readonly timeType: 'date' | 'timestamptz';
  /** SQL of a row: its group, its value, and the rows that are read. */
  readonly name: string;
  readonly value: string;
  readonly scope: string;
}

interface SumsQuery extends Pick<SeriesQuery<UsageMetric>, 'bordersMs' | 'group' | 'metric'> {
  readonly nowMs: number;
}

/** The groups of a wallet, member, team or key, ranked. */
export function makeUsageSeriesSql(
  query: SeriesQuery<UsageMetric>,
  nowMs: number,
): { readonly text: string; readonly values: readonly unknown[] } {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const hours = makeHourSums(query, bind);
  const { scope } = hours;
  const levels = areDaysUseful(query.bordersMs) ? [{ ...hours, ...dayTable }, hours] : [hours];
  return { text: makeRankedSql({ ...query, nowMs }, levels, () => scope, bind), values };
}

const dayTable = { period: 'day', table: 'usage_daily', time: 'day', timeType: 'date' } as const;
const hourTable = {
  period: 'hour',
  table: 'usage_hourly',
  time: 'hour',
  timeType: 'timestamptz',
} as const;

export function makeHourSums(query: SeriesQuery<UsageMetric>, bind: Bind): PeriodSums {
  const { group, metric } = query;
  const scope = makeScopeSql(query.scope, bind);
  return { ...hourTable, name: groupSql[group], value: valuesSql[metric].sums, scope };
}

/** The condition repeats that of the index of members. */
export function makeScopeSql(scope: SeriesScope, bind: Bind): string {
  const { keyId, memberId, teamId, walletId } = scope;
  const conditions = [`wallet_id = ${bind(walletId)}`];
  if (memberId !== null) conditions.push(`member_id = ${bind(memberId)} AND member_id <> ''`);
  if (keyId !== null) conditions.push(`key_id = ${bind(keyId)}`);
  if (teamId !== null) conditions.push(`team_id = ${bind(teamId)}`);
  return conditions.join(' AND ');
}

/** All groups; those after the first `groupsMax` as one. */
export function makeRankedSql(
  query: SumsQuery,
  levels: readonly PeriodSums[],
  makeCallScope: () => string,
  bind: Bind,
): string {
  return `
WITH ${makeSumsSql(query, levels, makeCallScope, bind)}, ranked AS (
  SELECT name, least(${groupsMax + 1},
           row_number() OVER (ORDER BY coalesce(sum(value), 0) DESC, sum(calls) DESC, name)
         )::int AS place
    FROM sums GROUP BY name HAVING sum(calls) > 0
)
SELECT point, place, CASE WHEN place <= ${groupsMax} THEN name END AS name,
       coalesce(sum(value), 0)::bigint AS value, sum(unknown) > 0 AS "isUnknown"
  FROM sums JOIN ranked USING (name) GROUP BY 1, 2, 3 ORDER BY 2, 1`;
}

/**
 * The parts of a WITH that end with `sums`: point, name, value, calls, unknown. Sums of the longest
 * periods, corrected around each border by those of shorter ones, and these by calls. Calls whose
 * records were deleted, and those from before migration 0014 where a column of it is needed, count
 * at the start of the shortest period that has sums.
 *
 * The parts are materialized: otherwise Postgres would compute the point of every row three times,
 * and read what is moved twice.
 */
export function makeSumsSql(
  query: SumsQuery,
  levels: readonly PeriodSums[],
  makeCallScope: () => string,
  bind: Bind,
): string {
  const { bordersMs, nowMs } = query;
  const borders = levels.map(({ period }, place) =>
    place === levels.length - 1
      ? raiseBorders(bordersMs, period)
      : roundBorders(bordersMs, period, nowMs),
  );
  const [longest] = levels;
  if (longest === undefined) throw new Error('a series needs sums of at least one period');
  const moved = levels.map((_, place): string => {
    const finer = levels[place + 1];
    const moves = listMoves(borders[place] ?? [], borders[place + 1] ?? bordersMs);
    if (moves.length === 0) return '';
    return finer === undefined
      ? makeMovedSql(moves, makeCallRows(query, makeCallScope()), bind)
      : makeMovedSql(moves, { ...finer, calls: 'sum(requests)' }, bind);
  });
  const used = moved.flatMap((sql, place) => (sql === '' ? [] : [{ name: `moved_${place}`, sql }]));
  const parts = used.map(({ name, sql }) => `${name} AS MATERIALIZED (${sql}), `).join('');
  const points = bordersMs.length - 1;
  return `${parts}parts AS MATERIALIZED (${makeWholeSql(longest, borders[0] ?? [], bind)}
   ${used.map(({ name }) => addMovedSql(name)).join('')}
), sums AS (
  SELECT point, name, sum(value) AS value, sum(calls) AS calls, sum(unknown) AS unknown
    FROM parts WHERE point BETWEEN 1 AND ${points} GROUP BY 1, 2
)`;
}

const addMovedSql = (name: string): string => `
   UNION ALL SELECT to_point, name, value, calls, unknown FROM ${name}
   UNION ALL SELECT from_point, name, -value, -calls, unknown FROM ${name}`;

const countUnknown = (value: string): string => `count(*) FILTER (WHERE (${value}) IS NULL)`;

/** Whole periods; each belongs to the point of its start. */
function makeWholeSql(sums: PeriodSums, bordersMs: readonly number[], bind: Bind): string {
  const { name, scope, table, time, timeType, value } = sums;
  const formatted = bordersMs.map((ms) => formatStart(ms, timeType));
  return `
  SELECT width_bucket(${time}, ${bind(formatted)}::${timeType}[]) AS point, ${name} AS name,
         sum(${value}) AS value, sum(requests) AS calls, ${countUnknown(value)} AS unknown
    FROM ${table}
   WHERE ${scope} AND ${time} >= ${bind(formatted[0])}::${timeType}
     AND ${time} < ${bind(formatted.at(-1))}::${timeType}
   GROUP BY 1, 2`;
}

interface MovedRows extends Omit<PeriodSums, 'period'> {
  /** SQL that counts the calls of all rows. */
  readonly calls: string;
}

function makeCallRows({ group, metric }: SumsQuery, callScope: string): MovedRows {
  const hasColumns = newColumnGroups.includes(group) ? ' AND call_status IS NOT NULL' : '';
  return {
    table: 'generations',
    time: 'created_at',
    timeType: 'timestamptz',
    name: groupSql[group],
    value: valuesSql[metric].call,
    calls: 'count(*)',
    scope: `${callScope}${hasColumns}`,
  };
}

/** The bounds of all moves let the planner leave out partitions. */
function makeMovedSql(moves: readonly Move[], rows: MovedRows, bind: Bind): string {
  const { calls, name, scope, table, time, timeType, value } = rows;
  const times = (read: (move: Move) => number): string =>
    `${bind(moves.map((move) => formatStart(read(move), timeType)))}::${timeType}[]`;
  const points = (read: (move: Move) => number): string => `${bind(moves.map(read))}::int[]`;
  const bound = (ms: number): string => `${bind(formatStart(ms, timeType))}::${timeType}`;
  const columns = [
    times(({ startMs }) => startMs),
    times(({ endMs }) => endMs),
    points(({ fromPoint }) => fromPoint),
    points(({ toPoint }) => toPoint),
  ];
  return `
  SELECT from_point, to_point, name, value, calls, unknown
    FROM unnest(${columns.join(', ')}) AS piece (starts, ends, from_point, to_point)
   CROSS JOIN LATERAL (
     SELECT ${name} AS name, sum(${value}) AS value, ${calls} AS calls,
            ${countUnknown(value)} AS unknown
       FROM ${table}
      WHERE ${scope} AND ${time} >= piece.starts AND ${time} < piece.ends
        AND ${time} >= ${bound(Math.min(...moves.map(({ startMs }) => startMs)))}
        AND ${time} < ${bound(Math.max(...moves.map(({ endMs }) => endMs)))}
      GROUP BY 1) AS figures`;
}
