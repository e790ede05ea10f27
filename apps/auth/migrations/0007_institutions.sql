-- How the people of an institution get in: a key that the institution hands out, a code that is
-- mailed, and a session that the code is exchanged for.

CREATE TABLE institution_keys (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  name text NOT NULL,
  -- SHA-256 of the whole secret, hex.
  key_hash text NOT NULL CONSTRAINT institution_keys_key_hash_key UNIQUE,
  key_prefix text NOT NULL,
  key_suffix text NOT NULL,
  is_enabled boolean NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX institution_keys_org_idx ON institution_keys (org_id, created_at, id)
  WHERE revoked_at IS NULL;

-- One per key and address that a code was asked for with, whether there are such ones or not: what
-- is answered, and how long it takes, must not tell. By the hash of what was sent as a key.
CREATE TABLE institution_codes (
  key_hash text NOT NULL,
  email text NOT NULL,
  requested_at timestamptz NOT NULL,
  -- HMAC-SHA256 of the code, hex; null: none was made, or not yet.
  code_hash text,
  expires_at timestamptz,
  guesses integer NOT NULL DEFAULT 0,
  -- How many of them the audit log was told of.
  reported_guesses integer NOT NULL DEFAULT 0,
  -- A code is to be made and mailed.
  is_wanted boolean NOT NULL,
  -- When somebody should look after it; null: nothing is to be done.
  next_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  client_ip text NOT NULL,
  request_id text NOT NULL,
  PRIMARY KEY (key_hash, email)
);
CREATE INDEX institution_codes_due_idx ON institution_codes (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX institution_codes_age_idx ON institution_codes (requested_at);

CREATE TABLE institution_sessions (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  key_id text NOT NULL REFERENCES institution_keys (id),
  email text NOT NULL,
  -- SHA-256 of the whole token, hex.
  token_hash text NOT NULL CONSTRAINT institution_sessions_token_hash_key UNIQUE,
  -- As the institution bounded sessions when this one began; null: no bound.
  quota_requests bigint,
  quota_tokens bigint,
  quota_nanos bigint,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX institution_sessions_org_idx ON institution_sessions (org_id, id);
CREATE INDEX institution_sessions_person_idx ON institution_sessions (key_id, email, id);
CREATE INDEX institution_sessions_end_idx ON institution_sessions (expires_at);
