-- The order and the searches of the operators' list of organizations. Order of creation is the
-- primary key.
CREATE INDEX organizations_name_order_idx ON organizations (lower(name), id);
CREATE INDEX organizations_name_prefix_idx ON organizations (lower(name) text_pattern_ops);
CREATE INDEX organizations_slug_prefix_idx ON organizations (slug text_pattern_ops);
