-- The book: immutable double entries in nano-dollars, and what is read from them.

CREATE TABLE wallets (
  id text PRIMARY KEY,
  -- Sum of the wallet's postings; kept here so that admission needs no sum.
  balance_nanos bigint NOT NULL DEFAULT 0,
  -- Raised with every change of the balance; the till takes over only a higher one.
  version bigint NOT NULL DEFAULT 0,
  total_credits_nanos bigint NOT NULL DEFAULT 0,
  total_usage_nanos bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX wallets_by_update ON wallets (updated_at);

-- Partitioned by the event's own time, which is inside its id: a second delivery a month later
-- still meets the same primary key.
CREATE TABLE journal_entries (
  id text NOT NULL,
  occurred_at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('topup', 'grant', 'settle', 'refund', 'adjust', 'invoice')),
  wallet_id text NOT NULL,
  reference text NOT NULL,
  reason text NOT NULL DEFAULT '',
  posted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id, occurred_at)
) PARTITION BY RANGE (occurred_at);
CREATE INDEX journal_entries_by_wallet ON journal_entries (wallet_id, occurred_at DESC, id DESC);

CREATE TABLE postings (
  entry_id text NOT NULL,
  occurred_at timestamptz NOT NULL,
  account text NOT NULL,
  amount_nanos bigint NOT NULL CHECK (amount_nanos <> 0),
  PRIMARY KEY (entry_id, occurred_at, account)
) PARTITION BY RANGE (occurred_at);

-- One row per call, billed or not: the gate that makes a second delivery harmless.
CREATE TABLE generations (
  ulid text NOT NULL,
  created_at timestamptz NOT NULL,
  wallet_id text NOT NULL,
  user_id text NOT NULL,
  key_id text NOT NULL,
  model text NOT NULL,
  outcome text NOT NULL,
  cost_nanos bigint NOT NULL CHECK (cost_nanos >= 0),
  reserved_nanos bigint NOT NULL,
  prompt_tokens bigint NOT NULL,
  completion_tokens bigint NOT NULL,
  -- Everything else that the generation record shows.
  details jsonb NOT NULL,
  PRIMARY KEY (ulid, created_at)
) PARTITION BY RANGE (created_at);
CREATE INDEX generations_by_wallet ON generations (wallet_id, created_at DESC);

CREATE TABLE usage_daily (
  wallet_id text NOT NULL,
  key_id text NOT NULL,
  day date NOT NULL,
  user_id text NOT NULL,
  model text NOT NULL,
  app_name text NOT NULL,
  spend_nanos bigint NOT NULL,
  requests bigint NOT NULL,
  prompt_tokens bigint NOT NULL,
  completion_tokens bigint NOT NULL,
  PRIMARY KEY (wallet_id, key_id, day, user_id, model, app_name)
);
CREATE INDEX usage_daily_by_key ON usage_daily (key_id, day);

CREATE TABLE key_totals (
  key_id text PRIMARY KEY,
  wallet_id text NOT NULL,
  spend_nanos bigint NOT NULL,
  requests bigint NOT NULL,
  tokens bigint NOT NULL,
  last_used_at timestamptz NOT NULL
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the book is immutable: correct it with a new entry';
END $$;
CREATE TRIGGER journal_entries_immutable BEFORE UPDATE OR DELETE ON journal_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_immutable BEFORE UPDATE OR DELETE ON postings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Creates the partitions of one month; a job calls it ahead of time.
CREATE FUNCTION ensure_month(month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  first_day date := date_trunc('month', month);
BEGIN
  FOREACH parent IN ARRAY ARRAY['journal_entries', 'postings', 'generations'] LOOP
    EXECUTE format(
      'CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
      parent || '_' || to_char(first_day, 'YYYYMM'), parent,
      first_day::timestamp AT TIME ZONE 'UTC', (first_day + interval '1 month') AT TIME ZONE 'UTC');
  END LOOP;
END $$;

-- Whatever time an event claims, it has a place.
CREATE TABLE journal_entries_other PARTITION OF journal_entries DEFAULT;
CREATE TABLE postings_other PARTITION OF postings DEFAULT;
CREATE TABLE generations_other PARTITION OF generations DEFAULT;
SELECT ensure_month((now() AT TIME ZONE 'UTC' + make_interval(months => step))::date)
  FROM generate_series(-1, 3) AS step;

CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL,
  event_id text NOT NULL,
  event_key text NOT NULL,
  payload bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
