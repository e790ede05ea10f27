-- The catalog: models, provider accounts, routes. One version row tells relays when to reload.
CREATE TABLE catalog_version (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version bigint NOT NULL
);
INSERT INTO catalog_version (version) VALUES (0);

CREATE TABLE models (
  id text PRIMARY KEY,
  -- What the operator wrote, as validated; prices are decimal texts.
  document jsonb NOT NULL,
  price_version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  hidden_at timestamptz
);

-- Every price a model ever had: a receipt names its version.
CREATE TABLE model_prices (
  model_id text NOT NULL REFERENCES models (id),
  version bigint NOT NULL,
  prices jsonb NOT NULL,
  tiers jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (model_id, version)
);

CREATE TABLE provider_keys (
  id text PRIMARY KEY,
  provider text NOT NULL,
  base_url text NOT NULL,
  protocol text NOT NULL,
  headers jsonb NOT NULL DEFAULT '{}',
  weight integer NOT NULL DEFAULT 1,
  enabled boolean NOT NULL DEFAULT true,
  is_default boolean NOT NULL DEFAULT false,
  -- AES-256-GCM, bound to the row's id: a ciphertext moved to another row does not open.
  key_ciphertext bytea NOT NULL,
  key_mask text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE routes (
  id text PRIMARY KEY,
  pattern text NOT NULL,
  provider_key_id text NOT NULL REFERENCES provider_keys (id),
  upstream_model text,
  protocol text NOT NULL,
  priority integer NOT NULL DEFAULT 1,
  weight integer NOT NULL DEFAULT 1,
  enabled boolean NOT NULL DEFAULT true,
  -- quantization, dataCollection, supportedParameters, contextLength, maxCompletionTokens, prices
  preferences jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX routes_by_pattern ON routes (pattern);

CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL,
  event_id text NOT NULL,
  event_key text NOT NULL,
  payload bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
