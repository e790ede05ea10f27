-- The classes of a teacher. A class is an institution key: its students are the sessions that began
-- with it (ADR 0027).
ALTER TABLE institution_keys ADD CONSTRAINT institution_keys_org_key UNIQUE (id, org_id);

CREATE TABLE institution_teachers (
  key_id text NOT NULL,
  -- A member of the organization, in orgs.
  member_id text NOT NULL CHECK (member_id <> ''),
  org_id text NOT NULL,
  assigned_at timestamptz NOT NULL,
  PRIMARY KEY (key_id, member_id),
  CONSTRAINT institution_teachers_key_fkey FOREIGN KEY (key_id, org_id)
    REFERENCES institution_keys (id, org_id) ON DELETE CASCADE
);
CREATE INDEX institution_teachers_member_idx ON institution_teachers (org_id, member_id);
