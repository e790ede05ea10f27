-- Who asked for a job: within an organization only they and its administrators may see it. Null in
-- jobs from before this migration, which stay visible to their whole wallet until their outputs
-- expire after 7 days.
ALTER TABLE jobs ADD COLUMN key_id text, ADD COLUMN member_id text;
