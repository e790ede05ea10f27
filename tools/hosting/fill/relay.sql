-- Rows of tables that migrations since a landed release change, as that release wrote them.
INSERT INTO models (id, document) SELECT 'acme/' || n, '{}' FROM generate_series(1, 1000) AS n;
INSERT INTO model_prices (model_id, version, prices, tiers)
SELECT 'acme/' || n, 1, '{}', '[]' FROM generate_series(1, 1000) AS n;
