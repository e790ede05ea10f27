import { OrgsServiceService } from '@tollgate/contracts';
import type { Handlers } from '@tollgate/http';
import type { Part } from '@tollgate/lifecycle';
import type { GrpcService } from '@tollgate/rpc';
import type { WakeableJob } from '../invitations/ports';
import { addMemberAsOperatorUseCase } from '../members/add-member-as-operator';
import { endMembershipsUseCase } from '../members/end-memberships';
import { viewMembersUseCase } from '../members/view-members';
import type { ModulePorts } from '../shared/module-ports';
import type { adminOrgOperations } from './admin-orgs.operations';
import {
  addMemberAsOperatorRoute,
  createOrgAsOperatorRoute,
  listAllOrgsRoute,
  updateOrgAsOperatorRoute,
} from './admin-orgs.route';
import { createOrgUseCase } from './create-org';
import { createOrgAsOperatorUseCase } from './create-org-as-operator';
import { getOrgUseCase } from './get-org';
import { listAllOrgsUseCase } from './list-all-orgs';
import { listOrgsUseCase } from './list-orgs';
import { createOrgsService } from './orgs-service';
import type { orgOperations } from './orgs.operations';
import { createOrgRoute, getOrgRoute, listOrgsRoute, updateOrgRoute } from './orgs.route';
import { purgeOrgsUseCase } from './purge-orgs';
import { createPurgeOrgsJob } from './purge-orgs.job';
import { updateOrgUseCase } from './update-org';
import { updateOrgAsOperatorUseCase } from './update-org-as-operator';

type OrganizationsPorts = ModulePorts & { readonly mails: WakeableJob };

/** Organizations for members, operators and the other services. */
export function createOrganizationsModule(ports: OrganizationsPorts): {
  readonly handlers: Handlers<typeof orgOperations & typeof adminOrgOperations>;
  readonly services: readonly GrpcService[];
  readonly parts: readonly Part[];
} {
  const { database, idempotency, logger } = ports;
  const getOrg = getOrgUseCase(ports);
  const createOrg = createOrgUseCase(ports);
  return {
    handlers: {
      'GET /v1/orgs': listOrgsRoute(listOrgsUseCase(ports)),
      'POST /api/orgs': createOrgRoute(createOrg, getOrg, idempotency),
      'GET /v1/orgs/{orgId}': getOrgRoute(getOrg),
      'PATCH /v1/orgs/{orgId}': updateOrgRoute(updateOrgUseCase(ports), getOrg),
      ...createOperatorHandlers({ ...ports, createOrg }),
    },
    services: [
      {
        definition: OrgsServiceService,
        implementation: createOrgsService(database, endMembershipsUseCase(ports)),
      },
    ],
    parts: [createPurgeOrgsJob({ purgeOrgs: purgeOrgsUseCase(ports), logger })],
  };
}

function createOperatorHandlers(
  ports: OrganizationsPorts & { readonly createOrg: ReturnType<typeof createOrgUseCase> },
): Handlers<typeof adminOrgOperations> {
  const { idempotency } = ports;
  return {
    'GET /api/admin/orgs': listAllOrgsRoute(listAllOrgsUseCase(ports)),
    'POST /api/admin/orgs': createOrgAsOperatorRoute(
      createOrgAsOperatorUseCase(ports),
      idempotency,
    ),
    'PATCH /api/admin/orgs/{id}': updateOrgAsOperatorRoute(updateOrgAsOperatorUseCase(ports)),
    'POST /api/admin/orgs/{id}/members': addMemberAsOperatorRoute(
      addMemberAsOperatorUseCase(ports),
      viewMembersUseCase(ports),
      idempotency,
    ),
  };
}
