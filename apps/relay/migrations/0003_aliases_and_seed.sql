-- Further names of models. The target may also be a reserved word of the router, such as `auto`.
CREATE TABLE aliases (
  name text PRIMARY KEY,
  model text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The call that made it.
  made_by text
);

-- What the start of a relay last wrote of a row by itself. A row that is no longer like that was
-- changed or taken away by an operator, and is theirs.
CREATE TABLE seeded (
  kind text NOT NULL,
  id text NOT NULL,
  document jsonb NOT NULL,
  PRIMARY KEY (kind, id)
);
