import { groupsMax, latencyPercents, type LatencyMetric, type SeriesQuery } from './series';
import { groupSql } from './usage-series-rows';

/** One row for each point and group; the point is null for the whole range. */
export interface LatencySeriesRow {
  readonly point: number | null;
  readonly place: number;
  readonly name: string | null;
  /** The latency bucket that the percentile is in. */
  readonly bucket: number;
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

type LatencyQuery = SeriesQuery<LatencyMetric>;

/** The borders must be those of UTC days. Groups with most calls first. */
export function makeLatencySeriesSql(query: LatencyQuery): Statement {
  const { keyId, memberId, walletId } = query.scope;
  const whoSql = memberId === null ? '$3::text IS NULL' : keysOfMemberSql;
  const sums = `
  SELECT ${pointSql} AS point, ${groupSql[query.group]} AS name, bucket, sum(durations) AS calls
    FROM usage_latency
   WHERE wallet_id = $1 AND ${rangeSql} AND durations > 0
     AND ($4::text IS NULL OR key_id = $4) AND ${whoSql}
   GROUP BY 1, 2, 3`;
  const text = makePercentileSql(`sums AS (${sums}), ranked AS (${rankSql})`, query);
  return { text, values: [walletId, formatDays(query), memberId, keyId] };
}

/** The same of a whole organization, by everything but key. */
export function makeOrgLatencySql(query: LatencyQuery): Statement {
  const sums = `
  SELECT ${pointSql} AS point, name, bucket, sum(durations) AS calls
    FROM org_latency WHERE wallet_id = $1 AND dimension = $3 AND ${rangeSql}
   GROUP BY 1, 2, 3`;
  const text = makePercentileSql(`sums AS (${sums}), ranked AS (${rankSql})`, query);
  return { text, values: [query.scope.walletId, formatDays(query), query.group] };
}

/** These keys of a whole organization, in this order, and all its other calls as one group. */
export function makeOrgKeyLatencySql(query: LatencyQuery, keyIds: readonly string[]): Statement {
  const parts = `named AS MATERIALIZED (
  SELECT ${pointSql} AS point, key_id AS name, bucket, sum(durations) AS calls
    FROM usage_latency
   WHERE wallet_id = $1 AND ${rangeSql} AND durations > 0 AND key_id = ANY ($3::text[])
   GROUP BY 1, 2, 3
), left_over AS (
  SELECT ${pointSql} AS point, bucket, durations AS calls
    FROM org_latency WHERE wallet_id = $1 AND dimension = 'none' AND ${rangeSql}
  UNION ALL SELECT point, bucket, -calls FROM named
), sums AS (
  SELECT point, name, bucket, calls FROM named
  UNION ALL SELECT point, '', bucket, sum(calls) FROM left_over GROUP BY 1, 3 HAVING sum(calls) > 0
), ranked AS (
  SELECT DISTINCT name, coalesce(array_position($3::text[], name), ${groupsMax + 1}) AS place
    FROM sums
)`;
  const text = makePercentileSql(parts, query);
  return { text, values: [query.scope.walletId, formatDays(query), keyIds] };
}

function formatDays({ bordersMs }: LatencyQuery): string[] {
  return bordersMs.map((ms) => new Date(ms).toISOString().slice(0, 10));
}

const pointSql = 'width_bucket(day, $2::date[])';
const rangeSql = `day >= ($2::date[])[1] AND day < ($2::date[])[array_upper($2::date[], 1)]`;

const rankSql = `
  SELECT name, least(${groupsMax + 1},
           row_number() OVER (ORDER BY sum(calls) DESC, name))::int AS place
    FROM sums GROUP BY name`;

/** A key belongs to one member at most. */
const keysOfMemberSql = `starts_with(wallet_id, 'org_') AND key_id = ANY (ARRAY(
  SELECT DISTINCT key_id FROM usage_daily
   WHERE wallet_id = $1 AND ${rangeSql} AND member_id = $3 AND member_id <> ''))`;

/** `parts` has `sums` (point, name, bucket, calls) and `ranked` (name, place). */
const makePercentileSql = (parts: string, { metric }: LatencyQuery): string => `
WITH ${parts}, placed AS (
  SELECT point, place, CASE WHEN place <= ${groupsMax} THEN name END AS name, bucket,
         sum(calls) AS calls
    FROM sums JOIN ranked USING (name)
   GROUP BY GROUPING SETS ((1, 2, 3, 4), (2, 3, 4))
), counted AS (
  SELECT *, sum(calls) OVER (PARTITION BY point, place ORDER BY bucket) AS up_to_here,
         sum(calls) OVER (PARTITION BY point, place) AS in_all
    FROM placed
)
SELECT point, place, name, min(bucket)::int AS bucket
  FROM counted WHERE up_to_here * 100 >= in_all * ${latencyPercents[metric]}
 GROUP BY 1, 2, 3 ORDER BY 2, 1`;
