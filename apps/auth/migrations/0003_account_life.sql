-- What happens to an account after its sign-up: mails, tokens, sessions one can tell apart,
-- settings, suspension with its reason, and its end.

ALTER TABLE users
  ADD COLUMN locale text,
  ADD COLUMN has_free_fallback boolean NOT NULL DEFAULT true,
  -- For operators only.
  ADD COLUMN suspended_reason text,
  -- The row stays, because the ledger and the audit log name it; whom it was is gone.
  ADD COLUMN deleted_at timestamptz;

-- Operators look for users by the beginning of an address, and for the few that are special.
CREATE INDEX users_email_prefix_idx ON users (email text_pattern_ops);
CREATE INDEX users_operators_idx ON users (id) WHERE role = 'operator';
CREATE INDEX users_suspended_idx ON users (id) WHERE suspended_at IS NOT NULL;

ALTER TABLE sessions
  ADD COLUMN user_agent text NOT NULL DEFAULT '',
  ADD COLUMN ip text NOT NULL DEFAULT '';

-- Mails that are to be sent: never their tokens, which are made when a mail leaves. Named by the
-- address and not by the account: asking for one must take as long when nobody has the address.
CREATE TABLE mails (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('verify-email', 'reset-password', 'account-exists')),
  email text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL
);
CREATE INDEX mails_due_idx ON mails (next_at);
CREATE INDEX mails_email_idx ON mails (email);

-- One of a kind per account: the newest replaces the one before.
CREATE TABLE mail_tokens (
  user_id text NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('verify-email', 'reset-password')),
  -- SHA-256 of the token, hex. The token itself is in the mail and nowhere else.
  token_hash text NOT NULL CONSTRAINT mail_tokens_token_hash_key UNIQUE,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind)
);
