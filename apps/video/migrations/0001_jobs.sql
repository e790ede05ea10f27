-- Jobs that make videos, what they left behind, and who is told of their end. Nothing here says what
-- a job is about: neither its prompt nor the media it was given.

CREATE TABLE jobs (
  -- Names the job, its hold in the book and its generation.
  ulid text PRIMARY KEY,
  -- The request that asked for it: repeated with the same Idempotency-Key it finds this job.
  request_ulid text NOT NULL,
  wallet_id text NOT NULL,
  state text NOT NULL CHECK (state IN
    ('admitting', 'held', 'submitting', 'submitted', 'settling', 'completed', 'failed')),
  -- The path its caller knows it by.
  alias text NOT NULL CHECK (alias IN ('videos', 'video/generations')),
  callback_url text,
  created_at timestamptz NOT NULL,
  -- When somebody must look at it: to poll it, to settle it, or to give it up.
  due_at timestamptz NOT NULL,

  -- Known when it was let in.
  model text NOT NULL DEFAULT '',
  task text NOT NULL DEFAULT '',
  seconds integer NOT NULL DEFAULT 0,
  input_seconds integer NOT NULL DEFAULT 0,
  resolution text NOT NULL DEFAULT '',
  aspect_ratio text NOT NULL DEFAULT '',
  reserved_nanos bigint NOT NULL DEFAULT 0,
  -- tollgate.events.v1.UsageRecorded, until the hold is ended with it.
  usage_draft bytea,

  -- Known when it is sent: {routeId, provider, upstreamModel, secondPicos, requestPicos, priceVersion}
  way jsonb,
  -- [{provider, routeId, status, durationMs, error}]
  attempts jsonb NOT NULL DEFAULT '[]',
  upstream_job_id text,
  submitted_at timestamptz,
  started_at timestamptz,
  progress integer,
  last_polled_at timestamptz,

  -- The verdict, fixed once.
  verdict text CHECK (verdict IN ('completed', 'failed')),
  finished_at timestamptz,
  made_seconds integer,
  billed_seconds integer,
  cost_nanos bigint,
  outputs_total integer,
  error text,
  error_code text,
  usage_recorded bytea,

  CHECK (verdict IS NOT NULL OR state NOT IN ('settling', 'completed', 'failed')),
  CHECK (upstream_job_id IS NOT NULL OR state NOT IN ('submitted', 'completed'))
);
-- A request whose job never began may be tried again.
CREATE UNIQUE INDEX jobs_request_key ON jobs (request_ulid)
  WHERE NOT (state = 'failed' AND submitted_at IS NULL);
CREATE INDEX jobs_due_idx ON jobs (due_at) WHERE state NOT IN ('completed', 'failed');

-- Videos of completed jobs, and where they are.
CREATE TABLE outputs (
  ulid text NOT NULL REFERENCES jobs (ulid),
  index integer NOT NULL,
  -- waiting: only the provider has it; stored: we have it; lost: it could not be copied;
  -- expired: nobody serves it any more.
  state text NOT NULL CHECK (state IN ('waiting', 'stored', 'lost', 'expired')),
  bytes bigint,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL,
  kept_until timestamptz NOT NULL,
  PRIMARY KEY (ulid, index)
);
CREATE INDEX outputs_waiting_idx ON outputs (next_try_at) WHERE state = 'waiting';
CREATE INDEX outputs_kept_idx ON outputs (kept_until) WHERE state <> 'expired';

-- Calls to the address that a job's caller gave.
CREATE TABLE webhooks (
  ulid text PRIMARY KEY REFERENCES jobs (ulid),
  state text NOT NULL CHECK (state IN ('waiting', 'delivered', 'stopped', 'given_up')),
  -- Calls whose end is known.
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL
);
CREATE INDEX webhooks_waiting_idx ON webhooks (next_try_at) WHERE state = 'waiting';

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
