-- Live streams send calls in the order of the transactions that posted them. Only rows of transactions
-- older than every running one are read (docs/adr/0028-live-streams.md), so no row can appear before a
-- position that was sent. Rows from before this migration have null and are never sent.
ALTER TABLE generations ADD COLUMN posted_xid xid8;
ALTER TABLE generations ALTER COLUMN posted_xid SET DEFAULT pg_current_xact_id();
-- Ever-growing values: an insert touches the last page of the index only.
CREATE INDEX generations_by_posting ON generations (posted_xid) WHERE posted_xid IS NOT NULL;

-- Tripped spend breakers of the last days, as the relay recorded them in the audit log.
CREATE TABLE breaker_trips (
  -- The id of the audit entry, which makes a second delivery harmless.
  id text PRIMARY KEY,
  posted_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  occurred_at timestamptz NOT NULL,
  wallet_id text NOT NULL,
  scope text NOT NULL,
  scope_id text NOT NULL,
  -- minute or hour.
  spend_window text NOT NULL,
  limit_usd double precision NOT NULL,
  spent_usd double precision NOT NULL,
  resets_at timestamptz NOT NULL
);
CREATE INDEX breaker_trips_by_posting ON breaker_trips (posted_xid);
