import type { Queryable } from '@tollgate/postgres';
import { getBucketMs } from '../reports/latency-bucket';
import type { ReportDatabase } from '../reports/report-database';
import {
  makeLatencySeriesSql,
  makeOrgKeyLatencySql,
  makeOrgLatencySql,
  type LatencySeriesRow,
} from './latency-series-rows';
import { isInOrgSeries, rankGroups, readOrgRows } from './org-series-reader';
import type { ReadSeries } from './ports';
import {
  groupsMax,
  latencyPercents,
  type LatencyMetric,
  type Series,
  type SeriesQuery,
  type UsageMetric,
} from './series';
import { makeUsageSeriesSql, type UsageSeriesRow } from './usage-series-rows';

export function createReadSeries(
  database: Pick<ReportDatabase, 'read'>,
  getNowMs: () => number,
): ReadSeries {
  return (query) =>
    database.read(async (snapshot) => {
      const { group, metric } = query;
      const groups = isLatency(metric)
        ? await readLatency(snapshot, { ...query, metric }, getNowMs())
        : await readUsage(snapshot, { ...query, metric }, getNowMs());
      if (group === 'none') return [groups[0] ?? makeEmptySeries({ ...query, metric })];
      return group === 'key' ? nameKeys(snapshot, groups) : groups;
    });
}

function isLatency(metric: SeriesQuery['metric']): metric is LatencyMetric {
  return metric in latencyPercents;
}

async function readUsage(
  sql: Queryable,
  query: SeriesQuery<UsageMetric>,
  nowMs: number,
): Promise<Series[]> {
  const rows = (await isInOrgSeries(sql, query))
    ? await readOrgRows(sql, query, nowMs)
    : await readUsageRows(sql, query, nowMs);
  return [...groupByPlace(rows).values()].map((ofGroup) => {
    const points = makePoints(query, 0n);
    for (const { isUnknown, point, value } of ofGroup) points[point - 1] = isUnknown ? null : value;
    const total = points.reduce(
      (sum, value) => (sum === null || value === null ? null : sum + value),
      0n,
    );
    return { ...describeGroup(query, ofGroup[0]), total, values: points };
  });
}

async function readUsageRows(
  sql: Queryable,
  query: SeriesQuery<UsageMetric>,
  nowMs: number,
): Promise<UsageSeriesRow[]> {
  const { text, values } = makeUsageSeriesSql(query, nowMs);
  const { rows } = await sql.query<UsageSeriesRow>(text, values);
  return rows;
}

async function readLatency(
  sql: Queryable,
  query: SeriesQuery<LatencyMetric>,
  nowMs: number,
): Promise<Series[]> {
  const { text, values } = await chooseLatencySql(sql, query, nowMs);
  const { rows } = await sql.query<LatencySeriesRow>(text, values);
  return [...groupByPlace(rows).values()].map((ofGroup) => {
    const points = makePoints(query, null);
    let total: bigint | null = null;
    for (const { bucket, point } of ofGroup) {
      const ms = BigInt(getBucketMs(bucket));
      if (point === null) total = ms;
      else points[point - 1] = ms;
    }
    return { ...describeGroup(query, ofGroup[0]), total, values: points };
  });
}

/**
 * Keys of an organization are too many to read them all: those with most calls are read. Latencies
 * of one team or member have no sums of their own.
 */
async function chooseLatencySql(
  sql: Queryable,
  query: SeriesQuery<LatencyMetric>,
  nowMs: number,
): Promise<ReturnType<typeof makeLatencySeriesSql>> {
  const isPart = (query.scope.memberId ?? query.scope.teamId) !== null;
  if (isPart || !(await isInOrgSeries(sql, query))) return makeLatencySeriesSql(query);
  if (query.group !== 'key') return makeOrgLatencySql(query);
  const { names } = await rankGroups(sql, { ...query, metric: 'requests' }, nowMs);
  return makeOrgKeyLatencySql(query, names);
}

function makePoints({ bordersMs }: SeriesQuery, empty: bigint | null): (bigint | null)[] {
  return Array.from({ length: bordersMs.length - 1 }, () => empty);
}

/** The percentile of no calls is unknown; sums of no calls are zero. */
function makeEmptySeries(query: SeriesQuery): Series {
  const empty = isLatency(query.metric) ? null : 0n;
  const values = makePoints(query, empty);
  return { kind: 'all', id: null, name: null, total: empty, values };
}

type GroupRow = Pick<UsageSeriesRow, 'name' | 'place'>;

function groupByPlace<Row extends GroupRow>(rows: readonly Row[]): Map<number, Row[]> {
  return Map.groupBy(rows, ({ place }) => place);
}

function describeGroup(
  { group }: SeriesQuery,
  row: GroupRow | undefined,
): Pick<Series, 'id' | 'kind' | 'name'> {
  const without = { id: null, name: null };
  if (group === 'none') return { kind: 'all', ...without };
  if (row === undefined || row.place > groupsMax) return { kind: 'other', ...without };
  if (row.name === '' || row.name === null) return { kind: 'unassigned', ...without };
  return { kind: 'group', id: row.name, name: null };
}

async function nameKeys(sql: Queryable, groups: readonly Series[]): Promise<Series[]> {
  const { rows } = await sql.query<{ readonly id: string; readonly name: string }>(
    'SELECT key_id AS id, key_name AS name FROM key_totals WHERE key_id = ANY ($1::text[])',
    [groups.map(({ id }) => id)],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return groups.map((series) => ({ ...series, name: names.get(series.id ?? '') ?? null }));
}
