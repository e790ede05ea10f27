/**
 * The outbox of a service. Copy it into the service's first migration: a migration never changes
 * afterwards, so it holds the text itself and no reference to code that may change.
 */
export const outboxTableSql = `
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL,
  event_id text NOT NULL,
  event_key text NOT NULL,
  payload bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
`;
