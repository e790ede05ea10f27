-- Which models the router takes for a tier. All rows exist from the start: an operator fills them.
CREATE TABLE auto_tiers (
  auto_table text NOT NULL CHECK (auto_table IN ('paid', 'free')),
  tier text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  -- Null: nobody has chosen one yet.
  primary_model text,
  fallbacks jsonb NOT NULL DEFAULT '[]',
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (auto_table, tier)
);

INSERT INTO auto_tiers (auto_table, tier)
SELECT auto_table, tier
FROM unnest(ARRAY['paid', 'free']) AS auto_table,
  unnest(ARRAY[
    'simple', 'standard', 'complex', 'reasoning', 'vision', 'coding', 'data', 'search', 'social',
    'email', 'calendar', 'trading', 'image', 'video'
  ]) AS tier;

-- Models that are free within a quota.
CREATE TABLE free_tiers (
  model text PRIMARY KEY REFERENCES models (id),
  enabled boolean NOT NULL,
  rpm integer NOT NULL,
  daily_units integer NOT NULL,
  funded_multiplier integer NOT NULL,
  unit_tokens integer NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
