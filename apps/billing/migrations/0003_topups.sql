-- How credit comes in: payment channels, top-ups, grants, and the keys that make writes repeatable.

-- What an operator set; the defaults are in the code.
CREATE TABLE payment_channels (
  id text PRIMARY KEY,
  provider text NOT NULL,
  currency text NOT NULL,
  local_currency boolean NOT NULL,
  fx_rate text NOT NULL,
  min_cents bigint NOT NULL CHECK (min_cents > 0),
  max_cents bigint NOT NULL CHECK (max_cents >= min_cents),
  is_enabled boolean NOT NULL,
  transfer_to text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE topups (
  id text PRIMARY KEY,
  wallet_id text NOT NULL,
  user_id text NOT NULL,
  channel text NOT NULL,
  provider text NOT NULL,
  status text NOT NULL
    CHECK (status IN ('pending', 'paid', 'failed', 'expired', 'canceled', 'refunded')),
  -- The quote, frozen.
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  fee_cents bigint NOT NULL CHECK (fee_cents >= 0),
  vat_cents bigint NOT NULL CHECK (vat_cents >= 0),
  currency text NOT NULL,
  fx_rate text NOT NULL,
  total_minor bigint NOT NULL CHECK (total_minor > 0),
  -- What the provider calls it; null until it was asked.
  external_id text,
  checkout_url text,
  instructions text,
  return_url text NOT NULL,
  -- What an operator should look at, such as a payment of the wrong amount.
  problem text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  paid_at timestamptz,
  refunded_at timestamptz,
  -- The credit is taken back first; the provider is told by a job until it agrees.
  refund_sent_at timestamptz,
  refund_tries integer NOT NULL DEFAULT 0,
  refund_next_at timestamptz,
  CHECK ((paid_at IS NOT NULL) = (status IN ('paid', 'refunded'))),
  CHECK ((refunded_at IS NOT NULL) = (status = 'refunded'))
);
CREATE UNIQUE INDEX topups_by_external_id ON topups (provider, external_id);
CREATE INDEX topups_by_wallet ON topups (wallet_id, id DESC);
CREATE INDEX topups_by_status ON topups (status, id DESC);
CREATE INDEX topups_pending ON topups (expires_at) WHERE status = 'pending';
CREATE INDEX topups_to_refund ON topups (refund_next_at)
  WHERE status = 'refunded' AND refund_sent_at IS NULL;

-- Grants and corrections of operators; each has its entry of the same id in the book.
CREATE TABLE grants (
  id text PRIMARY KEY,
  wallet_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('grant', 'adjust')),
  amount_nanos bigint NOT NULL CHECK (amount_nanos <> 0),
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  -- Lifetime usage of the wallet when the grant was given and when it ended: what was spent between
  -- them was spent from it first.
  usage_start_nanos bigint NOT NULL,
  usage_end_nanos bigint,
  expired_at timestamptz,
  -- What was left and taken back.
  expired_nanos bigint
);
CREATE INDEX grants_to_expire ON grants (expires_at)
  WHERE expires_at IS NOT NULL AND expired_at IS NULL;
CREATE INDEX grants_with_end ON grants (wallet_id, expires_at) WHERE expires_at IS NOT NULL;

INSERT INTO grants (id, wallet_id, kind, amount_nanos, reason, created_at, usage_start_nanos)
SELECT entry_id, wallet_id, kind,
       CASE WHEN to_account = 'grants' THEN -amount_nanos ELSE amount_nanos END,
       reason, occurred_at, 0
  FROM transfers WHERE kind IN ('grant', 'adjust');

-- libs/idempotency
CREATE TABLE idempotency_keys (
  account text NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  body_hash text NOT NULL,
  ulid text NOT NULL,
  status integer,
  body text,
  created_at timestamptz NOT NULL DEFAULT now(),
  claimed_at timestamptz DEFAULT now(),
  PRIMARY KEY (account, route, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
