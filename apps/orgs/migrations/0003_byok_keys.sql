-- Provider keys that belong to organizations, and what their models are called there.

CREATE TABLE byok_keys (
  id text PRIMARY KEY,
  org_id text NOT NULL REFERENCES organizations (id),
  name text NOT NULL,
  base_url text NOT NULL,
  key_mask text NOT NULL,
  -- AES-256-GCM, bound to organization and row: a ciphertext in another row does not open.
  sealed_key bytea NOT NULL,
  master_key_id text NOT NULL,
  protocol text NOT NULL CHECK (protocol IN ('openai', 'anthropic')),
  is_seamless boolean NOT NULL,
  scoped_key_ids text[] NOT NULL,
  is_enabled boolean NOT NULL,
  -- [{model, upstreamModel, isEnabled}]
  models jsonb NOT NULL,
  health text NOT NULL CHECK (health IN ('unknown', 'healthy', 'failing')),
  health_checked_at timestamptz,
  health_error text,
  -- Refused by the provider in a row.
  failures integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX byok_keys_org_id_idx ON byok_keys (org_id, id);
