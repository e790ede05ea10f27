-- Prices by size belong to a price version like the others. They were not kept before: only the
-- current version of each model is known.
ALTER TABLE model_prices ADD COLUMN sizes jsonb;
UPDATE model_prices SET sizes = models.document -> 'sizes'
  FROM models WHERE models.id = model_id AND models.price_version = version;
