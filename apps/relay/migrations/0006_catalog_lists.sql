-- The orders of the operators' lists. Order of ids is the primary key.
CREATE INDEX models_name_order_idx ON models (lower(coalesce(document ->> 'name', id)), id)
  WHERE hidden_at IS NULL;
CREATE INDEX models_created_order_idx ON models (created_at, id) WHERE hidden_at IS NULL;
CREATE INDEX models_updated_order_idx ON models (updated_at, id) WHERE hidden_at IS NULL;

CREATE INDEX routes_pattern_order_idx ON routes (pattern, id);
CREATE INDEX routes_priority_order_idx ON routes (priority, id);
CREATE INDEX routes_created_order_idx ON routes (created_at, id);
CREATE INDEX routes_updated_order_idx ON routes (updated_at, id);
-- The first column of another index now.
DROP INDEX routes_by_pattern;
