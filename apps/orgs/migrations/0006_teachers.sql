-- A teacher manages the sessions of its classes; auth stores which classes these are.
ALTER TABLE members DROP CONSTRAINT members_role_check;
ALTER TABLE members ADD CONSTRAINT members_role_check
  CHECK (role IN ('org_admin', 'billing_viewer', 'team_admin', 'member', 'teacher'));

ALTER TABLE invitations DROP CONSTRAINT invitations_role_check;
ALTER TABLE invitations ADD CONSTRAINT invitations_role_check
  CHECK (role IN ('org_admin', 'billing_viewer', 'team_admin', 'member', 'teacher'));
