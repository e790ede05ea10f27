-- Rows of tables that migrations since a landed release change, as that release wrote them.
INSERT INTO organizations (id, name, slug, plan, billing_mode, seats, created_at)
VALUES ('org_1', 'One', 'one', 'team', 'prepaid', 5, now());
INSERT INTO byok_keys (id, org_id, name, base_url, key_mask, sealed_key, master_key_id, protocol,
  is_seamless, scoped_key_ids, is_enabled, models, health, created_at, updated_at)
SELECT 'byok_' || n, 'org_1', 'own', 'https://api.example.com/v1', 'sk-…', '\x00', 'k1', 'openai',
  true, '{}', true, '[]', 'unknown', now(), now() FROM generate_series(1, 1000) AS n;
