-- Passkeys sign in without a password (ADR 0031).
CREATE TABLE passkeys (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id),
  name text NOT NULL,
  -- As the authenticator chose it, base64url.
  credential_id text NOT NULL CONSTRAINT passkeys_credential_id_key UNIQUE,
  -- COSE.
  public_key bytea NOT NULL,
  -- Grows with each use; stays 0 for authenticators that do not count.
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL,
  -- Whether the authenticator may copy it to other devices of its owner.
  is_synced boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_user_idx ON passkeys (user_id, created_at);

-- Codes that sign in once each; a used one is deleted.
CREATE TABLE recovery_codes (
  -- SHA-256 of the code without its dashes, hex.
  code_hash text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL
);
CREATE INDEX recovery_codes_user_idx ON recovery_codes (user_id);
