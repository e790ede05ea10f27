-- Holds of work that outlives its relay: the money waits in the wallet's held account until the work
-- ends, and the row's state decides, once, how.
CREATE TABLE booked_holds (
  -- The ULID of the call.
  hold_id text PRIMARY KEY,
  wallet_id text NOT NULL,
  amount_nanos bigint NOT NULL CHECK (amount_nanos >= 0),
  -- Spend counters of the till that count it.
  counters text[] NOT NULL,
  reference text NOT NULL,
  state text NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'captured', 'released')),
  captured_nanos bigint NOT NULL DEFAULT 0 CHECK (captured_nanos >= 0),
  booked_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  CHECK ((state = 'held') = (closed_at IS NULL))
);
CREATE INDEX booked_holds_held ON booked_holds (wallet_id) WHERE state = 'held';
