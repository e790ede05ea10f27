import { defineOperations } from '@tollgate/http';
import { byokOperations } from './byok/byok-keys.operations';
import { contentFilterOperations } from './content-filters/content-filters.operations';
import { eduConfigOperations } from './edu-config/edu-config.operations';
import { invitationOperations } from './invitations/invitations.operations';
import { memberOperations } from './members/members.operations';
import { moderationOperations } from './moderation/moderation.operations';
import { adminOrgOperations } from './organizations/admin-orgs.operations';
import { orgOperations } from './organizations/orgs.operations';
import { reportOperations } from './reports/reports.operations';
import { scopeOperations } from './scopes/scopes.operations';
import { searchOperations } from './search/search.operations';
import { teamOperations } from './teams/teams.operations';

/** Every public route of orgs. */
export const operations = defineOperations({
  ...orgOperations,
  ...teamOperations,
  ...memberOperations,
  ...invitationOperations,
  ...scopeOperations,
  ...eduConfigOperations,
  ...contentFilterOperations,
  ...byokOperations,
  ...reportOperations,
  ...adminOrgOperations,
  ...moderationOperations,
  ...searchOperations,
});
