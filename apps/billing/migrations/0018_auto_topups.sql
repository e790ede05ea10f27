-- Automatic top-ups: rules, the payment methods that they charge, and their charges.

ALTER TABLE topups
  ADD COLUMN is_automatic boolean NOT NULL DEFAULT false,
  -- The payer agreed that the payment method is kept for automatic top-ups.
  ADD COLUMN saves_method boolean NOT NULL DEFAULT false;
CREATE INDEX topups_automatic ON topups (wallet_id, created_at) WHERE is_automatic;

-- Only names of the provider: no card number was ever here.
CREATE TABLE payment_methods (
  id text PRIMARY KEY,
  wallet_id text NOT NULL,
  provider text NOT NULL,
  customer_id text NOT NULL,
  external_id text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL,
  expires_month integer NOT NULL,
  expires_year integer NOT NULL,
  -- The payer, and the payment with which the method was saved: a notice that comes again after
  -- the method was deleted does not bring it back.
  user_id text NOT NULL,
  topup_id text NOT NULL UNIQUE REFERENCES topups (id),
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  -- The provider deletes it too: a job asks until it has agreed.
  detached_at timestamptz,
  detach_next_at timestamptz,
  detach_tries integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX payment_methods_of_wallet ON payment_methods (wallet_id)
  WHERE removed_at IS NULL;
CREATE INDEX payment_methods_to_detach ON payment_methods (detach_next_at)
  WHERE removed_at IS NOT NULL AND detached_at IS NULL;

CREATE TABLE auto_topups (
  wallet_id text PRIMARY KEY,
  -- Who set it: the payer of its top-ups.
  user_id text NOT NULL,
  is_enabled boolean NOT NULL,
  channel text NOT NULL,
  threshold_cents bigint NOT NULL CHECK (threshold_cents > 0),
  -- The credit of one top-up.
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  -- The most that is charged in a calendar month (UTC), fees and taxes included.
  monthly_limit_cents bigint NOT NULL CHECK (monthly_limit_cents >= amount_cents),
  -- Empty: not paused.
  paused_reason text NOT NULL DEFAULT '',
  paused_at timestamptz,
  -- No charge starts before it.
  next_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- The mail that waits to be sent; empty: none.
  mail text NOT NULL DEFAULT '',
  mail_next_at timestamptz,
  mail_tries integer NOT NULL DEFAULT 0,
  CHECK ((paused_reason <> '') = (paused_at IS NOT NULL))
);
CREATE INDEX auto_topups_active ON auto_topups (next_at)
  WHERE is_enabled AND paused_reason = '';
CREATE INDEX auto_topups_to_mail ON auto_topups (mail_next_at) WHERE mail <> '';

-- The charge of one automatic top-up; its outcome is the status of the top-up.
CREATE TABLE auto_topup_charges (
  topup_id text PRIMARY KEY REFERENCES topups (id),
  wallet_id text NOT NULL,
  method_id text NOT NULL REFERENCES payment_methods (id),
  -- What was left when it was decided.
  balance_nanos bigint NOT NULL,
  -- Why the payment failed; empty: it did not.
  failure text NOT NULL DEFAULT '',
  tries integer NOT NULL DEFAULT 0,
  -- When the provider is asked next; null: the outcome is known.
  next_at timestamptz
);
CREATE INDEX auto_topup_charges_due ON auto_topup_charges (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX auto_topup_charges_of_wallet ON auto_topup_charges (wallet_id, topup_id DESC);
