-- Prices that come into force at a time. Relays keep them in memory and switch by themselves; what
-- is in force is then written into the model or the route.
CREATE TABLE planned_prices (
  id text PRIMARY KEY,
  model_id text REFERENCES models (id),
  route_id text REFERENCES routes (id) ON DELETE CASCADE,
  -- Of the model; routes have none.
  price_version bigint,
  effective_at timestamptz NOT NULL,
  -- prices, tiers and sizes of a model; prices of a route
  document jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((model_id IS NULL) <> (route_id IS NULL))
);
CREATE INDEX planned_prices_by_time ON planned_prices (effective_at, id);
CREATE INDEX planned_prices_by_model ON planned_prices (model_id);
CREATE INDEX planned_prices_by_route ON planned_prices (route_id);

-- A planned version exists before it is in force, and may never come into force.
ALTER TABLE model_prices
  ADD COLUMN effective_at timestamptz,
  ADD COLUMN cancelled_at timestamptz;
