-- The operators' list has hidden models too, so its orders need indexes of all rows.
DROP INDEX models_name_order_idx;
DROP INDEX models_created_order_idx;
DROP INDEX models_updated_order_idx;
CREATE INDEX models_name_order_idx ON models (lower(coalesce(document ->> 'name', id)), id);
CREATE INDEX models_created_order_idx ON models (created_at, id);
CREATE INDEX models_updated_order_idx ON models (updated_at, id);
