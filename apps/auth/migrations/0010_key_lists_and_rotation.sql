-- A rotated key has two secrets for a while: the new one in key_hash, and the one before it here
-- until its grace ends. One row keeps counting the spend of both against one cap.
ALTER TABLE api_keys
  -- SHA-256 of the whole secret, hex.
  ADD COLUMN previous_hash text CONSTRAINT api_keys_previous_hash_key UNIQUE,
  ADD COLUMN previous_ends_at timestamptz,
  -- Names the latest rotation: a call that is run again does not rotate twice.
  ADD COLUMN rotation_ulid text,
  ADD CONSTRAINT api_keys_previous_check
    CHECK ((previous_hash IS NULL) = (previous_ends_at IS NULL));

-- The orders of a list that a cursor walks through. Orders without an index here are made from at
-- most as many rows as an owner may have.
CREATE INDEX api_keys_owner_name_idx ON api_keys (user_id, lower(label), id)
  WHERE org_id IS NULL AND revoked_at IS NULL;
CREATE INDEX api_keys_org_name_idx ON api_keys (org_id, lower(label), id)
  WHERE org_id IS NOT NULL AND revoked_at IS NULL;
CREATE INDEX api_keys_owner_end_idx
  ON api_keys (user_id, coalesce(expires_at, 'infinity'::timestamptz), id)
  WHERE org_id IS NULL AND revoked_at IS NULL;
CREATE INDEX api_keys_org_end_idx
  ON api_keys (org_id, coalesce(expires_at, 'infinity'::timestamptz), id)
  WHERE org_id IS NOT NULL AND revoked_at IS NULL;
