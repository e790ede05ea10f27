-- An address that is not a verified account is invited instead of added. The budget that was asked
-- for waits with the invitation, so that it is not lost.
ALTER TABLE invitations
  ADD COLUMN monthly_budget_nanos bigint CHECK (monthly_budget_nanos >= 0);
