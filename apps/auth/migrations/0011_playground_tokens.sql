-- Bearers that a signed-in page calls models with. They live for minutes, and only while their
-- session does.
CREATE TABLE playground_tokens (
  -- SHA-256 of the whole token, hex.
  token_hash text PRIMARY KEY,
  session_id text NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX playground_tokens_session_idx ON playground_tokens (session_id, created_at);
