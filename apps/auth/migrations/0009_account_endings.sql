-- Accounts whose deletion was asked for, until every service has done its part. A process that dies
-- in the middle leaves the row, and the job goes on from there.
CREATE TABLE account_endings (
  user_id text PRIMARY KEY REFERENCES users (id),
  client_ip text NOT NULL,
  request_id text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL
);
CREATE INDEX account_endings_due_idx ON account_endings (next_at);
