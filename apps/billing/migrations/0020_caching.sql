-- Prompt caching by day: only calls that wrote to a provider's cache, that sticky routing placed, or
-- that repeated a long prompt without a cache. What all calls read from caches and saved is in
-- usage_daily. The index that finds the rows has the figures as well.
CREATE TABLE usage_caching (
  wallet_id text NOT NULL,
  day date NOT NULL,
  key_id text NOT NULL,
  model text NOT NULL,
  app_name text NOT NULL,
  user_id text NOT NULL,
  team_id text NOT NULL,
  member_id text NOT NULL,
  cache_write_tokens bigint NOT NULL,
  -- Calls whose provider was chosen because it had the prompt in its cache.
  sticky_requests bigint NOT NULL,
  sticky_prompt_tokens bigint NOT NULL,
  sticky_cached_tokens bigint NOT NULL,
  sticky_savings_nanos bigint NOT NULL,
  -- Calls that cache_control would have made cheaper.
  repeated_requests bigint NOT NULL,
  repeated_tokens bigint NOT NULL,
  PRIMARY KEY (wallet_id, day, key_id, model, app_name, user_id, team_id, member_id)
    INCLUDE (cache_write_tokens, sticky_requests, sticky_prompt_tokens, sticky_cached_tokens,
      sticky_savings_nanos, repeated_requests, repeated_tokens)
) WITH (fillfactor = 80);
CREATE INDEX usage_caching_by_member ON usage_caching (wallet_id, member_id, day)
  WHERE member_id <> '';
