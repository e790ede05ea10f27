-- The orders and searches of the list of users. Order of sign-up is the primary key, and the unique
-- address has an index of its own.
CREATE INDEX users_name_order_idx ON users (coalesce(lower(name), ''), id);
CREATE INDEX users_name_prefix_idx ON users (lower(name) text_pattern_ops);
