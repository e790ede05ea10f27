-- Long prompts that were repeated without a cache, by day and by a keyed fingerprint of their
-- beginning (empty: none known, or more prompts than are kept apart). The index that finds the rows
-- has the figures as well.
CREATE TABLE usage_prompts (
  wallet_id text NOT NULL,
  day date NOT NULL,
  prompt text NOT NULL,
  key_id text NOT NULL,
  model text NOT NULL,
  app_name text NOT NULL,
  user_id text NOT NULL,
  team_id text NOT NULL,
  member_id text NOT NULL,
  repeated_requests bigint NOT NULL,
  repeated_tokens bigint NOT NULL,
  -- Tokens of the beginnings, estimated, and what reading them from a cache would have saved.
  cacheable_tokens bigint NOT NULL,
  missed_nanos bigint NOT NULL,
  PRIMARY KEY (wallet_id, day, prompt, key_id, model, app_name, user_id, team_id, member_id)
    INCLUDE (repeated_requests, repeated_tokens, cacheable_tokens, missed_nanos)
) WITH (fillfactor = 80);
CREATE INDEX usage_prompts_by_member ON usage_prompts (wallet_id, member_id, day)
  WHERE member_id <> '';
