-- A member of a large organization looks at few of its rows. Only rows of members are in these, so
-- that postings of everybody else do not pay for them; statements repeat the conditions.
CREATE INDEX usage_daily_by_member ON usage_daily (wallet_id, member_id, day)
  WHERE member_id <> '';
CREATE INDEX usage_hourly_by_member ON usage_hourly (wallet_id, member_id, hour)
  WHERE member_id <> '';
CREATE INDEX usage_latency_by_org_key ON usage_latency (key_id, day)
  WHERE starts_with(wallet_id, 'org_');
