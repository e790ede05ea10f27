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

/** The borders must be those of UTC days. Groups with most calls first. */
export function makeLatencySeriesSql({
  bordersMs,
  group,
  metric,
  scope,
}: SeriesQuery<LatencyMetric>): { readonly text: string; readonly values: readonly unknown[] } {
  const days = bordersMs.map((ms) => new Date(ms).toISOString().slice(0, 10));
  const { keyId, memberId, walletId } = scope;
  const whoSql = memberId === null ? '$3::text IS NULL' : keysOfMemberSql;
  const text = `
WITH sums AS (
  SELECT width_bucket(day::timestamp, $2::timestamp[]) AS point, ${groupSql[group]} AS name, bucket,
         sum(durations) AS calls
    FROM usage_latency
   WHERE wallet_id = $1 AND ${rangeSql} AND ($4::text IS NULL OR key_id = $4) AND ${whoSql}
   GROUP BY 1, 2, 3
), ranked AS (
  SELECT name, least(${groupsMax + 1},
           row_number() OVER (ORDER BY sum(calls) DESC, name))::int AS place
    FROM sums GROUP BY name HAVING sum(calls) > 0
), placed AS (
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
  FROM counted WHERE calls > 0 AND up_to_here * 100 >= in_all * ${latencyPercents[metric]}
 GROUP BY 1, 2, 3 ORDER BY 2, 1`;
  return { text, values: [walletId, days, memberId, keyId] };
}

const rangeSql = `day >= ($2::date[])[1] AND day < ($2::date[])[array_upper($2::date[], 1)]`;

/** A key belongs to one member at most. */
const keysOfMemberSql = `starts_with(wallet_id, 'org_') AND key_id = ANY (ARRAY(
  SELECT DISTINCT key_id FROM usage_daily
   WHERE wallet_id = $1 AND ${rangeSql} AND member_id = $3 AND member_id <> ''))`;
