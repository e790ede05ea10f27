-- An organization reads its own entries, newest first.
CREATE INDEX audit_entries_by_org ON audit_entries (org_id, occurred_at DESC, id DESC)
  WHERE org_id <> '';
