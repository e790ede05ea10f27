-- libs/idempotency: writes that were named by their callers, so that a repeated one makes nothing.
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
