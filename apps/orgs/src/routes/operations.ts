import { defineOperations } from '@tollgate/http';
import { adminOrgOperations } from './admin-orgs.operations';
import { byokOperations } from './byok-keys.operations';
import { contentFilterOperations } from './content-filters.operations';
import { eduConfigOperations } from './edu-config.operations';
import { invitationOperations } from './invitations.operations';
import { memberOperations } from './members.operations';
import { moderationOperations } from './moderation.operations';
import { orgOperations } from './orgs.operations';
import { reportOperations } from './reports.operations';
import { scopeOperations } from './scopes.operations';
import { teamOperations } from './teams.operations';

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
});
