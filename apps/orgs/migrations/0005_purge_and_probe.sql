-- A deleted organization is emptied after 30 days. Its row stays: the ledger and invoices name it.
ALTER TABLE organizations ADD COLUMN purged_at timestamptz;
CREATE INDEX organizations_unpurged_idx ON organizations (deleted_at)
  WHERE deleted_at IS NOT NULL AND purged_at IS NULL;

ALTER TABLE todos DROP CONSTRAINT todos_kind_check;
ALTER TABLE todos ADD CONSTRAINT todos_kind_check
  CHECK (kind IN ('disable-keys', 'set-terms', 'purge-keys'));

-- Keys that are excluded from traffic are probed once an hour.
CREATE INDEX byok_keys_failing_idx ON byok_keys (health_checked_at) WHERE health = 'failing';
