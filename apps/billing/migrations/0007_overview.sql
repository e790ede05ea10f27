-- The operator's overview sums all wallets of a day. Rows come in the order of time, so a block
-- range index finds them; it is a few pages and costs the posting next to nothing.
CREATE INDEX usage_daily_by_day ON usage_daily USING brin (day) WITH (pages_per_range = 16);
CREATE INDEX usage_hourly_by_hour ON usage_hourly USING brin (hour) WITH (pages_per_range = 16);
