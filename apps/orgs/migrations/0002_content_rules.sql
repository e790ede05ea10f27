-- What organizations, and the platform itself, do not want to be said; how often that was found;
-- and what was refused.

CREATE TABLE content_rules (
  id text PRIMARY KEY,
  org_id text NOT NULL REFERENCES organizations (id),
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('template', 'keyword', 'regex')),
  template text,
  pattern text,
  flags text NOT NULL,
  -- Of the injection template: phrases that it lets pass.
  keywords text[] NOT NULL,
  action text NOT NULL CHECK (action IN ('block', 'redact', 'flag')),
  is_enabled boolean NOT NULL,
  is_shadow boolean NOT NULL,
  priority integer NOT NULL,
  apply_to text[] NOT NULL,
  team_ids text[] NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  created_by text NOT NULL
);
CREATE INDEX content_rules_org_id_idx ON content_rules (org_id, priority, id);

CREATE TABLE content_rule_hits (
  rule_id text NOT NULL,
  day date NOT NULL,
  hits bigint NOT NULL,
  PRIMARY KEY (rule_id, day)
);

-- Events come at least once; those of the last days are known by their ids.
CREATE TABLE counted_hits (
  event_id text PRIMARY KEY,
  counted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX counted_hits_by_age ON counted_hits (counted_at);

CREATE TABLE moderation_rules (
  id text PRIMARY KEY,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('keyword', 'regex')),
  keywords text[] NOT NULL,
  pattern text,
  category text NOT NULL,
  is_enabled boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE evidence (
  -- ULID of the call.
  id text PRIMARY KEY,
  occurred_at timestamptz NOT NULL,
  user_id text NOT NULL,
  org_id text NOT NULL,
  key_id text NOT NULL,
  request_id text NOT NULL,
  categories text[] NOT NULL,
  -- AES-256-GCM of the text, bound to the id.
  sealed_text bytea NOT NULL,
  seal_key_id text NOT NULL
);
CREATE INDEX evidence_by_time ON evidence (occurred_at);
