-- Lists of calls filter by these columns. Rows from before this migration have null in all of them;
-- their usage record has the same values.
ALTER TABLE generations
  ADD COLUMN app_name text,
  -- ok, error or cancelled.
  ADD COLUMN call_status text,
  ADD COLUMN is_failover boolean,
  ADD COLUMN team_id text,
  ADD COLUMN member_id text;

-- The calls of a wallet in order of time. Calls of the same millisecond are sorted by their ids.
CREATE INDEX generations_by_wallet ON generations (wallet_id, created_at);
