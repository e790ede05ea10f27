-- The personal spend breaker. An amount that is null follows the platform's default.
ALTER TABLE users
  ADD COLUMN is_breaker_enabled boolean NOT NULL DEFAULT false,
  ADD COLUMN breaker_minute_nanos bigint CHECK (breaker_minute_nanos > 0),
  ADD COLUMN breaker_hour_nanos bigint CHECK (breaker_hour_nanos > 0);
