-- Mails about limits that are nearly used up.

-- What a prepaid wallet had after the last change that was no charge: the limit of its balance.
CREATE TABLE alert_baselines (
  wallet_id text PRIMARY KEY,
  balance_nanos bigint NOT NULL,
  -- Lifetime credits then: a balance of another time is not measured against it.
  total_credits_nanos bigint NOT NULL,
  since timestamptz NOT NULL
);
INSERT INTO alert_baselines (wallet_id, balance_nanos, total_credits_nanos, since)
SELECT id, balance_nanos + held_nanos, total_credits_nanos, date_trunc('milliseconds', now())
  FROM wallets WHERE balance_nanos > 0;

CREATE TABLE alerts (
  id text PRIMARY KEY,
  wallet_id text NOT NULL,
  -- wallet, or the scope of a spend counter.
  scope text NOT NULL,
  scope_id text NOT NULL,
  -- How people call it: the name of a key, for instance.
  label text NOT NULL,
  -- balance, or the window of a spend counter.
  window_name text NOT NULL,
  window_start timestamptz NOT NULL,
  window_end timestamptz,
  limit_nanos bigint NOT NULL,
  threshold smallint NOT NULL,
  used_nanos bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Also set when a higher threshold was reached at the same time: one mail tells it all.
  sent_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  -- Once, however often the posting is repeated.
  UNIQUE (scope, scope_id, window_name, window_start, limit_nanos, threshold)
);
CREATE INDEX alerts_due ON alerts (next_at) WHERE sent_at IS NULL;
