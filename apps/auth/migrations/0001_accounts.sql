-- People who sign in, their sessions, their API keys, and the outbox of what belongs in the audit log.

CREATE TABLE users (
  id text PRIMARY KEY,
  -- Lower case: two spellings of one mailbox are one account.
  email text NOT NULL CONSTRAINT users_email_key UNIQUE,
  password_hash text NOT NULL,
  name text,
  role text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'operator')),
  email_verified_at timestamptz,
  suspended_at timestamptz,
  created_at timestamptz NOT NULL
);

CREATE TABLE sessions (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id),
  -- SHA-256 of the cookie's token, hex. The token itself is nowhere.
  token_hash text NOT NULL CONSTRAINT sessions_token_hash_key UNIQUE,
  created_at timestamptz NOT NULL,
  renewed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);

CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

CREATE TABLE api_keys (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id),
  label text NOT NULL,
  key_type text NOT NULL CHECK (key_type IN ('standard', 'management')),
  -- SHA-256 of the whole secret, hex. 256 random bits need no salt.
  key_hash text NOT NULL CONSTRAINT api_keys_key_hash_key UNIQUE,
  key_prefix text NOT NULL,
  key_suffix text NOT NULL,
  is_enabled boolean NOT NULL,
  limit_nanos bigint CHECK (limit_nanos >= 0),
  limit_reset text CHECK (limit_reset IN ('daily', 'weekly', 'monthly')),
  limit_period_label text,
  expires_at timestamptz,
  allowed_cidrs text[] NOT NULL,
  has_free_fallback boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- A deleted key keeps its row: usage and the audit log name it.
  revoked_at timestamptz
);

CREATE INDEX api_keys_owner_idx ON api_keys (user_id, created_at, id) WHERE revoked_at IS NULL;

CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL,
  event_id text NOT NULL,
  event_key text NOT NULL,
  payload bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
