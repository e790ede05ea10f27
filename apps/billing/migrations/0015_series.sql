-- Errors by hour. Null in hours from before this migration: their errors were counted by day only.
-- The index that finds the rows of a wallet has the figures as well, so it is built again.
ALTER TABLE usage_hourly
  ADD COLUMN errors bigint,
  DROP CONSTRAINT usage_hourly_pkey,
  ADD PRIMARY KEY (wallet_id, hour, key_id, model, app_name, user_id, team_id, member_id)
    INCLUDE (spend_nanos, requests, prompt_tokens, completion_tokens, errors);
