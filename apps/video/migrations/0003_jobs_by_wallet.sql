-- The list of a wallet's jobs, newest first: ULIDs sort by time.
CREATE INDEX jobs_wallet_idx ON jobs (wallet_id, ulid) WHERE submitted_at IS NOT NULL;
