import { OrgsServiceService } from '@tollgate/contracts';
import type { Handlers } from '@tollgate/http';
import { createCountingPart, type Part } from '@tollgate/lifecycle';
import type { GrpcService } from '@tollgate/rpc';
import type { WakeableJob } from '../invitations/ports';
import { addMemberAsOperatorUseCase } from '../members/add-member-as-operator';
import { endMembershipsUseCase } from '../members/end-memberships';
import { listMembersAsOperatorUseCase, viewMembersUseCase } from '../members/view-members';
import type { ModulePorts } from '../shared/module-ports';
import type { adminOrgOperations } from './admin-orgs.operations';
import { createAdminOrgHandlers } from './admin-orgs.route';
import { createOrgUseCase } from './create-org';
import { createOrgAsOperatorUseCase } from './create-org-as-operator';
import { getOrgUseCase, listOrgsUseCase } from './get-org';
import { createOrgsService } from './orgs-service';
import type { orgOperations } from './orgs.operations';
import { createOrgHandlers } from './orgs.route';
import { purgeOrgsUseCase } from './purge-orgs';
import { updateOrgUseCase } from './update-org';
import { updateOrgAsOperatorUseCase } from './update-org-as-operator';

/** Organizations for members, operators and the other services. */
export function createOrganizationsModule(ports: ModulePorts & { readonly mails: WakeableJob }): {
  readonly handlers: Handlers<typeof orgOperations & typeof adminOrgOperations>;
  readonly services: readonly GrpcService[];
  readonly parts: readonly Part[];
} {
  const { database, logger } = ports;
  const createOrg = createOrgUseCase(ports);
  const viewMembers = viewMembersUseCase(ports);
  return {
    handlers: {
      ...createOrgHandlers({
        ...ports,
        createOrg,
        listOrgs: listOrgsUseCase(ports),
        getOrg: getOrgUseCase(ports),
        updateOrg: updateOrgUseCase(ports),
      }),
      ...createAdminOrgHandlers({
        ...ports,
        organizations: database.organizations,
        createOrgAsOperator: createOrgAsOperatorUseCase({ ...ports, createOrg }),
        updateOrgAsOperator: updateOrgAsOperatorUseCase(ports),
        addMemberAsOperator: addMemberAsOperatorUseCase(ports),
        listMembersAsOperator: listMembersAsOperatorUseCase({ ...ports, viewMembers }),
        viewMembers,
      }),
    },
    services: [
      {
        definition: OrgsServiceService,
        callers: ['auth', 'billing', 'video', 'audit'],
        implementation: createOrgsService(database, endMembershipsUseCase(ports)),
      },
    ],
    parts: [
      createCountingPart({
        name: 'purge deleted organizations',
        intervalMs: 60 * 60 * 1_000,
        run: purgeOrgsUseCase(ports),
        message: 'deleted organizations purged',
        unit: 'purged',
        logger,
      }),
    ],
  };
}
