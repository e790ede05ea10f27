-- What organizations and the platform spend, in tables that are small enough to be summed in a
-- moment however many calls there were; written with every posting, like the other read models.
CREATE TABLE org_usage_monthly (
  wallet_id text NOT NULL,
  -- Its first day.
  month date NOT NULL,
  team_id text NOT NULL,
  member_id text NOT NULL,
  model text NOT NULL,
  spend_nanos bigint NOT NULL,
  requests bigint NOT NULL,
  prompt_tokens bigint NOT NULL,
  completion_tokens bigint NOT NULL,
  PRIMARY KEY (wallet_id, month, team_id, member_id, model)
    INCLUDE (spend_nanos, requests, prompt_tokens, completion_tokens)
) WITH (fillfactor = 80);

CREATE TABLE org_usage_daily (
  wallet_id text NOT NULL,
  day date NOT NULL,
  spend_nanos bigint NOT NULL,
  requests bigint NOT NULL,
  prompt_tokens bigint NOT NULL,
  completion_tokens bigint NOT NULL,
  PRIMARY KEY (wallet_id, day)
) WITH (fillfactor = 50);

CREATE TABLE platform_usage_daily (
  day date NOT NULL,
  model text NOT NULL,
  provider text NOT NULL,
  -- Everybody's calls meet here: a few rows for the same figure let postings go on side by side.
  slot smallint NOT NULL,
  spend_nanos bigint NOT NULL,
  requests bigint NOT NULL,
  prompt_tokens bigint NOT NULL,
  completion_tokens bigint NOT NULL,
  PRIMARY KEY (day, model, provider, slot)
) WITH (fillfactor = 50);

INSERT INTO org_usage_monthly
SELECT wallet_id, date_trunc('month', day)::date, team_id, member_id, model, sum(spend_nanos),
       sum(requests), sum(prompt_tokens), sum(completion_tokens)
  FROM usage_daily WHERE wallet_id LIKE 'org\_%' GROUP BY 1, 2, 3, 4, 5;
INSERT INTO org_usage_daily
SELECT wallet_id, day, sum(spend_nanos), sum(requests), sum(prompt_tokens), sum(completion_tokens)
  FROM usage_daily WHERE wallet_id LIKE 'org\_%' GROUP BY 1, 2;
INSERT INTO platform_usage_daily
SELECT (created_at AT TIME ZONE 'UTC')::date, model, provider, 0, sum(cost_nanos), count(*),
       sum(prompt_tokens), sum(completion_tokens)
  FROM generations GROUP BY 1, 2, 3;
