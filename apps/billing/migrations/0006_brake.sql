-- The global brake: one row, as the operator left it.
CREATE TABLE brake (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  state text NOT NULL CHECK (state IN ('off', 'auto', 'manual')),
  minute_limit_nanos bigint NOT NULL CHECK (minute_limit_nanos > 0),
  hour_limit_nanos bigint NOT NULL CHECK (hour_limit_nanos > 0),
  retry_after_seconds integer NOT NULL CHECK (retry_after_seconds > 0),
  reason text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO brake (state, minute_limit_nanos, hour_limit_nanos, retry_after_seconds, reason)
VALUES ('off', 500 * 1000000000::bigint, 10000 * 1000000000::bigint, 300, '');

-- When it tripped by itself: once per window and hour, whoever of several instances saw it first.
CREATE TABLE brake_trips (
  spend_window text NOT NULL,
  hour timestamptz NOT NULL,
  tripped_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (spend_window, hour)
);
