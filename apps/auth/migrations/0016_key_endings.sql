-- When a key was disabled and by whom, and who deleted it. Keys that ended before have neither.
ALTER TABLE api_keys
  ADD COLUMN disabled_at timestamptz,
  -- Ids of users; null: the system, or not recorded.
  ADD COLUMN disabled_by text,
  ADD COLUMN revoked_by text,
  -- The management keys that acted for these users.
  ADD COLUMN disabled_by_key text,
  ADD COLUMN revoked_by_key text;

-- The latest deleted keys of an owner.
CREATE INDEX api_keys_owner_deleted_idx ON api_keys (user_id, revoked_at, id)
  WHERE org_id IS NULL AND revoked_at IS NOT NULL;
CREATE INDEX api_keys_org_deleted_idx ON api_keys (org_id, revoked_at, id)
  WHERE org_id IS NOT NULL AND revoked_at IS NOT NULL;
