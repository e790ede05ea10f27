-- Large organizations: their series have sums of their own, which postings write for those that are
-- listed here, and for no others (docs/adr/0035-series-of-organizations.md). A job lists them.
CREATE TABLE org_series_wallets (
  wallet_id text PRIMARY KEY,
  added_at timestamptz NOT NULL DEFAULT now()
);

-- Their sums. The index that finds the rows has the figures as well.
CREATE TABLE org_series (
  wallet_id text NOT NULL,
  -- none, model, app, team or member.
  dimension text NOT NULL,
  -- half_hour, day or month, of the UTC calendar.
  period text NOT NULL,
  -- Model, X-Title, or the id of the team or of the member.
  name text NOT NULL,
  starts_at timestamptz NOT NULL,
  -- Rows by member are also by key and team; both are empty in all others.
  key_id text NOT NULL,
  team_id text NOT NULL,
  spend_nanos bigint NOT NULL,
  requests bigint NOT NULL,
  tokens bigint NOT NULL,
  -- Null where usage_hourly does not know them.
  errors bigint,
  PRIMARY KEY (wallet_id, dimension, period, name, starts_at, key_id, team_id)
    INCLUDE (spend_nanos, requests, tokens, errors)
) WITH (fillfactor = 80);

CREATE TABLE org_latency (
  wallet_id text NOT NULL,
  -- none, model or app.
  dimension text NOT NULL,
  day date NOT NULL,
  name text NOT NULL,
  bucket smallint NOT NULL,
  durations bigint NOT NULL,
  PRIMARY KEY (wallet_id, dimension, day, name, bucket) INCLUDE (durations)
) WITH (fillfactor = 80);

-- Days of these organizations whose calls may be missing in both tables. A job fills them one by
-- one; until then series of the organization are read from the other read models.
CREATE TABLE org_series_pending (
  wallet_id text NOT NULL,
  day date NOT NULL,
  -- How often the job began with it: a day that fails does not hold up the others.
  attempts integer NOT NULL DEFAULT 0,
  PRIMARY KEY (wallet_id, day)
);

-- Adds what a day lacks in org_series. It needs no lock: postings write all read models in one
-- transaction, so the difference in one snapshot is what is missing, and both sides only add. The
-- half of an hour is known of calls that still have their record; all others count in the first.
-- With more memory than usual it takes half the time, because nothing is sorted on disk.
CREATE FUNCTION fill_org_series(org text, filled date) RETURNS void LANGUAGE sql
SET work_mem = '64MB' AS $$
WITH bounds AS (
  SELECT filled::timestamp AT TIME ZONE 'UTC' AS first,
         (filled + 1)::timestamp AT TIME ZONE 'UTC' AS last
), late AS (
  SELECT date_trunc('hour', created_at, 'UTC') AS hour, key_id, model, app_name, team_id, member_id,
         sum(cost_nanos) AS spend, count(*) AS requests,
         sum(prompt_tokens + completion_tokens) AS tokens,
         count(*) FILTER (WHERE call_status = 'error') AS errors
    FROM generations CROSS JOIN bounds
   WHERE wallet_id = org AND created_at >= first AND created_at < last
     AND call_status IS NOT NULL AND date_part('minute', created_at AT TIME ZONE 'UTC') >= 30
   GROUP BY 1, 2, 3, 4, 5, 6
), parts AS (
  SELECT 'half_hour' AS period, hour AS starts_at, key_id, model, app_name, team_id, member_id,
         spend_nanos AS spend, requests, prompt_tokens + completion_tokens AS tokens, errors
    FROM usage_hourly CROSS JOIN bounds WHERE wallet_id = org AND hour >= first AND hour < last
  UNION ALL
  SELECT 'half_hour', hour + interval '30 minutes', key_id, model, app_name, team_id, member_id,
         spend, requests, tokens, errors FROM late
  UNION ALL
  SELECT 'half_hour', hour, key_id, model, app_name, team_id, member_id, -spend, -requests,
         -tokens, -errors FROM late
  UNION ALL
  SELECT 'day', first, key_id, model, app_name, team_id, member_id, spend_nanos, requests,
         prompt_tokens + completion_tokens, errors
    FROM usage_daily CROSS JOIN bounds WHERE wallet_id = org AND day = filled
), wanted AS (
  SELECT dimension, period, name, starts_at, by.key_id, by.team_id, sum(spend) AS spend,
         sum(requests) AS requests, sum(tokens) AS tokens,
         CASE WHEN count(errors) = count(*) THEN sum(errors) END AS errors
    FROM parts
   CROSS JOIN LATERAL (VALUES ('none', '', '', ''), ('model', model, '', ''),
     ('app', app_name, '', ''), ('team', parts.team_id, '', ''),
     ('member', member_id, parts.key_id, parts.team_id)) AS by (dimension, name, key_id, team_id)
   GROUP BY 1, 2, 3, 4, 5, 6
), missing AS (
  SELECT dimension, period, name, starts_at, key_id, team_id,
         w.spend - coalesce(s.spend_nanos, 0) AS spend,
         w.requests - coalesce(s.requests, 0) AS requests,
         w.tokens - coalesce(s.tokens, 0) AS tokens,
         CASE WHEN s.wallet_id IS NULL THEN w.errors ELSE w.errors - s.errors END AS errors,
         s.wallet_id IS NOT NULL AND w.errors IS DISTINCT FROM s.errors AS differs
    FROM wanted w
    LEFT JOIN (SELECT org_series.* FROM org_series CROSS JOIN bounds
                WHERE wallet_id = org AND period IN ('day', 'half_hour')
                  AND starts_at >= first AND starts_at < last) AS s
   USING (dimension, period, name, starts_at, key_id, team_id)
), differences AS (
  SELECT * FROM missing WHERE requests <> 0 OR spend <> 0 OR tokens <> 0 OR differs
), added AS (
  SELECT dimension, period, name, starts_at, key_id, team_id, spend, requests, tokens, errors
    FROM differences
  UNION ALL
  SELECT dimension, 'month', name, date_trunc('month', starts_at, 'UTC'), key_id, team_id, spend,
         requests, tokens, errors
    FROM differences WHERE period = 'day'
)
INSERT INTO org_series AS s (wallet_id, dimension, period, name, key_id, team_id, starts_at,
  spend_nanos, requests, tokens, errors)
SELECT org, dimension, period, name, key_id, team_id, starts_at, spend, requests, tokens, errors
  FROM added
 ORDER BY dimension COLLATE "C", period COLLATE "C", name COLLATE "C", key_id COLLATE "C",
   team_id COLLATE "C", starts_at
ON CONFLICT (wallet_id, dimension, period, name, starts_at, key_id, team_id) DO UPDATE SET
  spend_nanos = s.spend_nanos + excluded.spend_nanos, requests = s.requests + excluded.requests,
  tokens = s.tokens + excluded.tokens, errors = s.errors + excluded.errors
$$;

-- The same for org_latency.
CREATE FUNCTION fill_org_latency(org text, filled date) RETURNS void LANGUAGE sql AS $$
WITH wanted AS (
  SELECT dimension, name, bucket, sum(durations) AS durations
    FROM usage_latency
   CROSS JOIN LATERAL (VALUES ('none', ''), ('model', model), ('app', app_name))
      AS by (dimension, name)
   WHERE wallet_id = org AND day = filled AND durations > 0 GROUP BY 1, 2, 3
), missing AS (
  SELECT dimension, name, bucket, w.durations - coalesce(l.durations, 0) AS durations
    FROM wanted w
    LEFT JOIN (SELECT * FROM org_latency WHERE wallet_id = org AND day = filled) AS l
   USING (dimension, name, bucket)
)
INSERT INTO org_latency AS l (wallet_id, dimension, day, name, bucket, durations)
SELECT org, dimension, filled, name, bucket, durations FROM missing WHERE durations <> 0
 ORDER BY dimension COLLATE "C", name COLLATE "C", bucket
ON CONFLICT (wallet_id, dimension, day, name, bucket)
DO UPDATE SET durations = l.durations + excluded.durations
$$;
