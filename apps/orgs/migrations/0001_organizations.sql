-- Organizations, their teams, their members and those who are invited; what stands over their
-- calls; and what other services still have to be told.

CREATE TABLE organizations (
  id text PRIMARY KEY,
  name text NOT NULL,
  slug text NOT NULL CONSTRAINT organizations_slug_key UNIQUE,
  plan text NOT NULL,
  billing_mode text NOT NULL CHECK (billing_mode IN ('prepaid', 'monthly')),
  seats integer NOT NULL CHECK (seats > 0),
  credit_line_nanos bigint CHECK (credit_line_nanos >= 0),
  has_local_currency boolean NOT NULL DEFAULT false,
  weekly_budget_nanos bigint CHECK (weekly_budget_nanos >= 0),
  monthly_budget_nanos bigint CHECK (monthly_budget_nanos >= 0),
  -- The columns of a layer: organizations, teams and members have the same ones. An empty list
  -- allows everything; a setting of the breaker that is null is inherited.
  allowed_models text[] NOT NULL DEFAULT '{}',
  is_breaker_enabled boolean,
  breaker_minute_nanos bigint CHECK (breaker_minute_nanos > 0),
  breaker_hour_nanos bigint CHECK (breaker_hour_nanos > 0),
  -- An institution is an organization with domains.
  edu_domains text[] NOT NULL DEFAULT '{}',
  edu_session_ttl_seconds integer NOT NULL DEFAULT 86400,
  edu_verification_ttl_seconds integer NOT NULL DEFAULT 900,
  edu_sessions_max integer NOT NULL DEFAULT 5,
  edu_quota_requests bigint CHECK (edu_quota_requests >= 0),
  edu_quota_tokens bigint CHECK (edu_quota_tokens >= 0),
  edu_quota_nanos bigint CHECK (edu_quota_nanos >= 0),
  created_at timestamptz NOT NULL,
  suspended_at timestamptz,
  -- The row stays: the ledger, invoices and the audit log name it.
  deleted_at timestamptz
);

CREATE TABLE teams (
  id text PRIMARY KEY,
  org_id text NOT NULL REFERENCES organizations (id),
  name text NOT NULL,
  description text,
  cost_center_code text,
  -- Empty: every kind of call.
  permission_scope text[] NOT NULL DEFAULT '{}',
  monthly_budget_nanos bigint CHECK (monthly_budget_nanos >= 0),
  allowed_models text[] NOT NULL DEFAULT '{}',
  is_breaker_enabled boolean,
  breaker_minute_nanos bigint CHECK (breaker_minute_nanos > 0),
  breaker_hour_nanos bigint CHECK (breaker_hour_nanos > 0),
  created_at timestamptz NOT NULL,
  -- What a deleted team spent keeps its name.
  deleted_at timestamptz
);
CREATE INDEX teams_org_id_idx ON teams (org_id);
CREATE UNIQUE INDEX teams_name_key ON teams (org_id, lower(name)) WHERE deleted_at IS NULL;

CREATE TABLE members (
  id text PRIMARY KEY,
  org_id text NOT NULL REFERENCES organizations (id),
  -- A user of auth.
  user_id text NOT NULL,
  role text NOT NULL CHECK (role IN ('org_admin', 'billing_viewer', 'team_admin', 'member')),
  is_owner boolean NOT NULL,
  team_id text REFERENCES teams (id),
  monthly_budget_nanos bigint CHECK (monthly_budget_nanos >= 0),
  allowed_models text[] NOT NULL DEFAULT '{}',
  is_breaker_enabled boolean,
  breaker_minute_nanos bigint CHECK (breaker_minute_nanos > 0),
  breaker_hour_nanos bigint CHECK (breaker_hour_nanos > 0),
  joined_at timestamptz NOT NULL,
  left_at timestamptz,
  CHECK (role <> 'team_admin' OR team_id IS NOT NULL OR left_at IS NOT NULL)
);
CREATE UNIQUE INDEX members_user_key ON members (org_id, user_id) WHERE left_at IS NULL;
CREATE INDEX members_user_id_idx ON members (user_id, joined_at, id) WHERE left_at IS NULL;
CREATE INDEX members_team_id_idx ON members (team_id) WHERE left_at IS NULL;

CREATE TABLE invitations (
  id text PRIMARY KEY,
  org_id text NOT NULL REFERENCES organizations (id),
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('org_admin', 'billing_viewer', 'team_admin', 'member')),
  is_owner boolean NOT NULL,
  team_id text REFERENCES teams (id),
  invited_by text NOT NULL,
  -- SHA-256 of the token, hex, made when the mail leaves. The token itself is in the mail alone.
  token_hash text CONSTRAINT invitations_token_hash_key UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  cancelled_at timestamptz,
  -- Of its mail; null: there is nothing to send any more.
  mail_next_at timestamptz,
  mail_tries integer NOT NULL DEFAULT 0
);
CREATE INDEX invitations_open_idx ON invitations (org_id, id)
  WHERE accepted_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX invitations_mail_idx ON invitations (mail_next_at) WHERE mail_next_at IS NOT NULL;

-- Counts changes of policies. Every change takes its one row last, and holds it until it commits:
-- numbers are seen in the order in which they were given, so whoever asks for later ones than the
-- last it saw misses nothing.
CREATE TABLE policy_clock (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  sequence bigint NOT NULL
);
INSERT INTO policy_clock (sequence) VALUES (1);

-- The last change of every organization; the empty id is the platform itself.
CREATE TABLE policy_changes (
  org_id text PRIMARY KEY,
  sequence bigint NOT NULL
);
CREATE INDEX policy_changes_sequence_idx ON policy_changes (sequence);

-- What other services have to be told, until they have answered.
CREATE TABLE todos (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('disable-keys', 'set-terms')),
  org_id text NOT NULL REFERENCES organizations (id),
  -- Empty: of the whole organization.
  team_id text NOT NULL DEFAULT '',
  member_id text NOT NULL DEFAULT '',
  -- A wish that comes again while it is being fulfilled must be fulfilled again.
  version integer NOT NULL DEFAULT 1,
  tries integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  CONSTRAINT todos_wish_key UNIQUE (kind, org_id, team_id, member_id)
);
CREATE INDEX todos_due_idx ON todos (next_at);

CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL,
  event_id text NOT NULL,
  event_key text NOT NULL,
  payload bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- libs/idempotency: writes that were named by their callers, so that a repeated one makes nothing.
CREATE TABLE idempotency_keys (
  account text NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  body_hash text NOT NULL,
  ulid text NOT NULL,
  status integer,
  body text,
  created_at timestamptz NOT NULL DEFAULT now(),
  claimed_at timestamptz DEFAULT now(),
  PRIMARY KEY (account, route, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
