-- Keys of organizations. Such a key pays from the organization's wallet; its user is the member's
-- whom it is for, or else who made it.
ALTER TABLE api_keys
  ADD COLUMN org_id text,
  ADD COLUMN team_id text,
  ADD COLUMN member_id text,
  ADD CONSTRAINT api_keys_place_check
    CHECK (org_id IS NOT NULL OR (team_id IS NULL AND member_id IS NULL));

CREATE INDEX api_keys_org_idx ON api_keys (org_id, created_at, id)
  WHERE org_id IS NOT NULL AND revoked_at IS NULL;
