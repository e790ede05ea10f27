-- Requests that a limit, a policy or the balance refused, kept for a week. A request is refused
-- once, so that its id refuses a redelivery.
CREATE TABLE refusals (
  request_id text PRIMARY KEY,
  occurred_at timestamptz NOT NULL,
  -- The key, the session of an institution or the user: the number of rows is bounded by it.
  caller_id text NOT NULL,
  user_id text NOT NULL,
  org_id text NOT NULL,
  team_id text NOT NULL,
  member_id text NOT NULL,
  key_id text NOT NULL,
  http_route text NOT NULL,
  model text NOT NULL,
  status integer NOT NULL,
  code text NOT NULL,
  scope text NOT NULL,
  message text NOT NULL,
  figures jsonb,
  resets_at timestamptz,
  rule_id text NOT NULL,
  categories text[] NOT NULL,
  left_out integer NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX refusals_by_time ON refusals (occurred_at);
CREATE INDEX refusals_by_caller ON refusals (caller_id, occurred_at DESC, request_id DESC);
CREATE INDEX refusals_by_user ON refusals (user_id, occurred_at DESC, request_id DESC)
  WHERE user_id <> '';
CREATE INDEX refusals_by_org ON refusals (org_id, occurred_at DESC, request_id DESC)
  WHERE org_id <> '';
