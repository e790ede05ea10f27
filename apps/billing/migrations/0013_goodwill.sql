-- What unbilled endings took of the goodwill allowance of a wallet, by quarter of an hour since 1970.
-- Only the last day counts; a job deletes the rest.
CREATE TABLE goodwill_uses (
  wallet_id text NOT NULL,
  bucket bigint NOT NULL,
  used_nanos bigint NOT NULL CHECK (used_nanos > 0),
  PRIMARY KEY (wallet_id, bucket)
);
CREATE INDEX goodwill_uses_by_bucket ON goodwill_uses (bucket);
