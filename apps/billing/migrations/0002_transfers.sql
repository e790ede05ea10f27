-- The book as transfers: one row moves one amount from one account to another, so an entry cannot
-- fail to sum to zero. And the read models behind the reports, written with every posting.

ALTER TABLE wallets
  -- Booked for long work; the balance is without it.
  ADD COLUMN held_nanos bigint NOT NULL DEFAULT 0,
  -- How far the balance may go below zero.
  ADD COLUMN credit_line_nanos bigint NOT NULL DEFAULT 0 CHECK (credit_line_nanos >= 0);

CREATE TABLE transfers (
  entry_id text NOT NULL,
  occurred_at timestamptz NOT NULL,
  leg smallint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('topup', 'grant', 'reserve', 'settle', 'release', 'refund',
    'adjust', 'invoice', 'accrual')),
  -- Empty for entries that touch no wallet.
  wallet_id text NOT NULL,
  from_account text NOT NULL,
  to_account text NOT NULL CHECK (to_account <> from_account),
  amount_nanos bigint NOT NULL CHECK (amount_nanos > 0),
  -- The entry's place in the statement of its wallet, and the balance that it left.
  wallet_version bigint NOT NULL,
  balance_after_nanos bigint NOT NULL,
  reference text NOT NULL,
  reason text NOT NULL,
  posted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (entry_id, occurred_at, leg)
) PARTITION BY RANGE (occurred_at);
CREATE INDEX transfers_by_wallet ON transfers (wallet_id, wallet_version);
-- Nearly every transfer is a charge, and nobody lists all charges.
CREATE INDEX transfers_by_kind ON transfers (kind, entry_id) WHERE kind <> 'settle';
CREATE TRIGGER transfers_immutable BEFORE UPDATE OR DELETE ON transfers
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transfers_permanent BEFORE TRUNCATE ON transfers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The usage record as the relay wrote it says everything about a call; the columns are what
-- statements look for. Rows from before this migration have details instead.
ALTER TABLE generations
  ALTER COLUMN details DROP NOT NULL,
  ADD COLUMN provider text NOT NULL DEFAULT '',
  ADD COLUMN record bytea;
UPDATE generations SET provider = coalesce(details ->> 'provider', '');
DROP INDEX generations_by_wallet;
CREATE INDEX generations_by_time ON generations USING brin (created_at)
  WITH (pages_per_range = 16, autosummarize = on);

-- Creates the partitions of one month; a job calls it ahead of time. Rows that came before their
-- month had a partition lie in the default one and move.
CREATE OR REPLACE FUNCTION ensure_month(month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  time_column text;
  partition text;
  early bigint;
  first_day date := date_trunc('month', month);
  start_at timestamptz := first_day::timestamp AT TIME ZONE 'UTC';
  end_at timestamptz := (first_day + interval '1 month') AT TIME ZONE 'UTC';
BEGIN
  -- Instances that do this at the same time take turns.
  PERFORM pg_advisory_xact_lock(hashtext('billing.ensure_month'));
  FOREACH parent IN ARRAY ARRAY['transfers', 'generations'] LOOP
    partition := parent || '_' || to_char(first_day, 'YYYYMM');
    CONTINUE WHEN to_regclass(format('%I', partition)) IS NOT NULL;
    time_column := CASE parent WHEN 'transfers' THEN 'occurred_at' ELSE 'created_at' END;
    -- Nobody may put a row of the month into the default partition between the look and the move.
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent || '_other');
    EXECUTE format('SELECT count(*) FROM %I WHERE %I >= %L AND %I < %L',
      parent || '_other', time_column, start_at, time_column, end_at) INTO early;
    IF early > 0 THEN
      -- Detached, the default partition also loses the trigger that forbids to delete.
      EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, parent || '_other');
    END IF;
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
      partition, parent, start_at, end_at);
    IF early > 0 THEN
      EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= %L AND %I < %L RETURNING *)
        INSERT INTO %I SELECT * FROM moved',
        parent || '_other', time_column, start_at, time_column, end_at, partition);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', parent, parent || '_other');
    END IF;
  END LOOP;
END $$;

CREATE TABLE transfers_other PARTITION OF transfers DEFAULT;
SELECT ensure_month((now() AT TIME ZONE 'UTC' + make_interval(months => step))::date)
  FROM generate_series(-1, 3) AS step;

INSERT INTO transfers (entry_id, occurred_at, leg, kind, wallet_id, from_account, to_account,
  amount_nanos, wallet_version, balance_after_nanos, reference, reason, posted_at)
SELECT e.id, e.occurred_at, 0, e.kind, e.wallet_id, giver.account, taker.account,
       taker.amount_nanos, row_number() OVER statement,
       sum(CASE WHEN taker.account LIKE 'wallet:%' THEN 1 ELSE -1 END * taker.amount_nanos)
         OVER statement,
       e.reference, e.reason, e.posted_at
  FROM journal_entries e
  JOIN postings giver ON giver.entry_id = e.id AND giver.occurred_at = e.occurred_at
   AND giver.amount_nanos < 0
  JOIN postings taker ON taker.entry_id = e.id AND taker.occurred_at = e.occurred_at
   AND taker.amount_nanos > 0
WINDOW statement AS (PARTITION BY e.wallet_id ORDER BY e.posted_at, e.id);
DROP TABLE postings;
DROP TABLE journal_entries;
UPDATE wallets SET version = greatest(version, places.last)
  FROM (SELECT wallet_id, max(wallet_version) AS last FROM transfers GROUP BY wallet_id) AS places
 WHERE places.wallet_id = wallets.id;

-- Usage by hour and day. An organization needs no column: its wallet has its id. Rows change in
-- place all day long, so pages keep room for their next versions. The rows of one wallet lie far
-- apart, one to a page, so the index that finds them has the figures as well.
CREATE TABLE usage_hourly (
  wallet_id text NOT NULL,
  hour timestamptz NOT NULL,
  key_id text NOT NULL,
  model text NOT NULL,
  app_name text NOT NULL,
  user_id text NOT NULL,
  team_id text NOT NULL,
  member_id text NOT NULL,
  spend_nanos bigint NOT NULL,
  requests bigint NOT NULL,
  prompt_tokens bigint NOT NULL,
  completion_tokens bigint NOT NULL,
  PRIMARY KEY (wallet_id, hour, key_id, model, app_name, user_id, team_id, member_id)
    INCLUDE (spend_nanos, requests, prompt_tokens, completion_tokens)
) WITH (fillfactor = 80);

ALTER TABLE usage_daily
  ADD COLUMN team_id text NOT NULL DEFAULT '',
  ADD COLUMN member_id text NOT NULL DEFAULT '',
  ADD COLUMN errors bigint NOT NULL DEFAULT 0,
  ADD COLUMN cached_tokens bigint NOT NULL DEFAULT 0,
  ADD COLUMN cache_savings_nanos bigint NOT NULL DEFAULT 0,
  DROP CONSTRAINT usage_daily_pkey,
  ADD PRIMARY KEY (wallet_id, day, key_id, model, app_name, user_id, team_id, member_id)
    INCLUDE (spend_nanos, requests, errors, prompt_tokens, completion_tokens, cached_tokens,
      cache_savings_nanos),
  SET (fillfactor = 80);

DROP INDEX usage_daily_by_key;

-- How long calls took, in buckets that grow by a fourth of an octave (domain/latency-bucket.ts).
CREATE TABLE usage_latency (
  wallet_id text NOT NULL,
  day date NOT NULL,
  key_id text NOT NULL,
  model text NOT NULL,
  app_name text NOT NULL,
  user_id text NOT NULL,
  bucket smallint NOT NULL,
  -- Calls whose whole duration, and whose time to the first token, fell into the bucket.
  durations bigint NOT NULL,
  first_tokens bigint NOT NULL,
  PRIMARY KEY (wallet_id, day, key_id, model, app_name, user_id, bucket)
    INCLUDE (durations, first_tokens)
) WITH (fillfactor = 80);

ALTER TABLE key_totals
  ADD COLUMN key_name text NOT NULL DEFAULT '',
  SET (fillfactor = 80);

INSERT INTO usage_hourly
SELECT wallet_id, date_trunc('hour', created_at, 'UTC'), key_id, model,
       coalesce(details ->> 'appName', ''), user_id, '', '', sum(cost_nanos), count(*),
       sum(prompt_tokens), sum(completion_tokens)
  FROM generations GROUP BY 1, 2, 3, 4, 5, 6;
UPDATE usage_daily AS u
   SET errors = old.errors, cached_tokens = old.cached, cache_savings_nanos = old.savings
  FROM (SELECT wallet_id, (created_at AT TIME ZONE 'UTC')::date AS day, key_id, model, user_id,
               coalesce(details ->> 'appName', '') AS app_name,
               count(*) FILTER (WHERE details ->> 'errorCode' <> '') AS errors,
               coalesce(sum((details ->> 'cachedTokens')::bigint), 0) AS cached,
               coalesce(sum((details ->> 'cacheDiscountNanos')::bigint), 0) AS savings
          FROM generations GROUP BY 1, 2, 3, 4, 5, 6) AS old
 WHERE (u.wallet_id, u.day, u.key_id, u.model, u.user_id, u.app_name)
     = (old.wallet_id, old.day, old.key_id, old.model, old.user_id, old.app_name);
