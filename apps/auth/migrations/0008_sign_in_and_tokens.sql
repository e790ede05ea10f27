-- An account under attack from many addresses is signed in to with a mailed code.
ALTER TABLE mails DROP CONSTRAINT mails_kind_check;
ALTER TABLE mails ADD CONSTRAINT mails_kind_check
  CHECK (kind IN ('verify-email', 'reset-password', 'account-exists', 'log-in'));
ALTER TABLE mail_tokens DROP CONSTRAINT mail_tokens_kind_check;
ALTER TABLE mail_tokens ADD CONSTRAINT mail_tokens_kind_check
  CHECK (kind IN ('verify-email', 'reset-password', 'log-in'));

-- Written when the key is looked up, at most once a minute. Management keys have no usage in the
-- book that could tell.
ALTER TABLE api_keys ADD COLUMN last_used_at timestamptz;

-- Credentials of programs that operate the service, each for a part of the operator API.
CREATE TABLE operator_tokens (
  id text PRIMARY KEY,
  -- Unique for all time: the audit log names a token by it.
  name text NOT NULL CONSTRAINT operator_tokens_name_key UNIQUE,
  scopes text[] NOT NULL,
  -- SHA-256 of the whole secret, hex.
  token_hash text NOT NULL CONSTRAINT operator_tokens_token_hash_key UNIQUE,
  token_prefix text NOT NULL,
  token_suffix text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
