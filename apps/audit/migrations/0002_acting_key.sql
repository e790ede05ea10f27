-- The management key that acted for the actor; empty where they acted themselves. With a constant
-- default no row is rewritten.
ALTER TABLE audit_entries ADD COLUMN actor_key_id text NOT NULL DEFAULT '';
