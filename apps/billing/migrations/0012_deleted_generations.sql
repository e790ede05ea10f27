-- What generation records of calls came to that were deleted after 400 days, so that the ledger and
-- the read models can still be checked against all calls.
CREATE TABLE deleted_generations (
  wallet_id text PRIMARY KEY,
  requests bigint NOT NULL,
  spend_nanos numeric NOT NULL,
  tokens numeric NOT NULL,
  -- Cost above the reserve, which explains a debt.
  excess_nanos numeric NOT NULL
);
