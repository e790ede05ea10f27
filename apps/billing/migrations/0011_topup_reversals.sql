-- Payments that a provider took back by itself: disputes, and refunds made in its dashboard.

ALTER TABLE topups
  -- How much of total_minor the provider has taken back.
  ADD COLUMN reversed_minor bigint NOT NULL DEFAULT 0
    CHECK (reversed_minor >= 0 AND reversed_minor <= total_minor);

CREATE TABLE topup_reversals (
  topup_id text NOT NULL REFERENCES topups (id),
  -- What the provider calls it: a second notice about it changes nothing.
  external_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('refund', 'dispute')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  created_at timestamptz NOT NULL,
  -- A dispute that was won: the money is back.
  restored_at timestamptz,
  PRIMARY KEY (topup_id, external_id)
);

-- Wallets that may not be topped up until an operator has looked at them.
CREATE TABLE topup_suspensions (
  wallet_id text PRIMARY KEY,
  topup_id text NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX topup_suspensions_by_topup ON topup_suspensions (topup_id);

ALTER TABLE transfers DROP CONSTRAINT transfers_kind_check;
ALTER TABLE transfers ADD CONSTRAINT transfers_kind_check CHECK (kind IN ('topup', 'grant',
  'reserve', 'settle', 'release', 'refund', 'adjust', 'invoice', 'accrual', 'reversal')) NOT VALID;
