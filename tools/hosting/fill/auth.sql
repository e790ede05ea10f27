-- Rows of tables that migrations since a landed release change, as that release wrote them.
INSERT INTO users (id, email, password_hash, created_at)
VALUES ('user_1', 'one@example.com', 'none', now());
INSERT INTO api_keys (id, user_id, label, key_type, key_hash, key_prefix, key_suffix, is_enabled,
  allowed_cidrs, has_free_fallback, created_at, updated_at)
SELECT 'key_' || n, 'user_1', 'key', 'standard', 'hash ' || n, 'sk-', 'end', true, '{}', true,
  now(), now() FROM generate_series(1, 1000) AS n;
