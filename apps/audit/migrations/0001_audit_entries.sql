-- Partitioned from the start, so that months can become partitions without moving a row of theirs:
-- attach one before its month begins. Until then everything lies in the default partition.
-- An event always carries the same id and the same time, so the key still refuses a redelivery.
CREATE TABLE audit_entries (
  id text NOT NULL,
  occurred_at timestamptz NOT NULL,
  action text NOT NULL,
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  actor_email text NOT NULL,
  target_type text NOT NULL,
  target_id text NOT NULL,
  -- json and not jsonb: shown as it was written, never searched.
  before json,
  after json,
  ip text NOT NULL,
  org_id text NOT NULL,
  request_id text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id, occurred_at)
) PARTITION BY RANGE (occurred_at);

CREATE TABLE audit_entries_default PARTITION OF audit_entries DEFAULT;

CREATE INDEX audit_entries_by_time ON audit_entries (occurred_at DESC, id DESC);
CREATE INDEX audit_entries_by_action ON audit_entries (action, occurred_at DESC, id DESC);
CREATE INDEX audit_entries_by_actor ON audit_entries (actor_id, occurred_at DESC, id DESC);
CREATE INDEX audit_entries_by_email ON audit_entries (lower(actor_email), occurred_at DESC, id DESC);
