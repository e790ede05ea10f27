-- Organizations that pay at the end of the month.
CREATE TABLE org_terms (
  org_id text PRIMARY KEY,
  is_monthly boolean NOT NULL,
  -- The last month that needs no invoice any more; its first day.
  done_month date NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX org_terms_monthly ON org_terms (done_month) WHERE is_monthly;

CREATE TABLE invoices (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  -- It asks for what was spent up to the end of this month; its first day.
  month date NOT NULL,
  -- prepaid: no invoice at all. Its lines are what had been paid in advance when monthly billing
  -- began, so that no invoice asks for it.
  status text NOT NULL CHECK (status IN ('open', 'paid', 'void', 'prepaid')),
  subtotal_nanos bigint NOT NULL CHECK (subtotal_nanos > 0),
  vat_nanos bigint NOT NULL CHECK (vat_nanos >= 0),
  -- The place in the wallet's statement up to which it looked for charges.
  wallet_version bigint NOT NULL,
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  paid_at timestamptz,
  voided_at timestamptz,
  CHECK ((paid_at IS NOT NULL) = (status = 'paid')),
  CHECK ((voided_at IS NOT NULL) = (status = 'void'))
);
CREATE INDEX invoices_by_org ON invoices (org_id, id DESC);
CREATE INDEX invoices_by_status ON invoices (status, id DESC);

CREATE TABLE invoice_lines (
  invoice_id text NOT NULL REFERENCES invoices,
  -- When it was spent: what came in after the invoice of its month is on the next one.
  month date NOT NULL,
  team_id text NOT NULL,
  model text NOT NULL,
  -- As it was when the invoice was made.
  cost_center_code text NOT NULL,
  spend_nanos bigint NOT NULL CHECK (spend_nanos > 0),
  PRIMARY KEY (invoice_id, month, team_id, model)
);
