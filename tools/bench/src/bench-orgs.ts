import { Secret } from '@tollgate/config';
import { OrgsServiceService, type OrgsServiceServer } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { createGrpcPart, unaryHandler, type GrpcPart } from '@tollgate/rpc';
import { serviceSecret } from './billing-under-test';

const leadPrefix = 'user_lead_';

/** A user who administrates that team of every organization. */
export const makeLeadId = (teamId: string): string => `${leadPrefix}${teamId}`;

/** Stands in for the orgs service: everybody else is an admin of every organization. */
export function createBenchOrgs(): GrpcPart {
  const refuse = unaryHandler(() => Promise.reject(new AppError('not_found')));
  const implementation: OrgsServiceServer = {
    getMembership: unaryHandler(async ({ orgId, userId }) => ({
      membership: {
        ...{ orgId, orgName: 'bench', memberId: userId.replace('user_', 'mem_'), userId },
        ...{ isOwner: false, joinedAtMs: 0n, isOrgSuspended: false },
        ...(userId.startsWith(leadPrefix)
          ? { role: 'team_admin', teamId: userId.slice(leadPrefix.length) }
          : { role: 'org_admin', teamId: '' }),
      },
    })),
    getOrganization: refuse,
    listTeams: refuse,
    listAdmins: refuse,
    listMemberships: refuse,
    getMember: refuse,
    endMemberships: refuse,
    getEduConfig: refuse,
  };
  return createGrpcPart({
    name: 'orgs',
    host: '127.0.0.1',
    port: 0,
    services: [{ definition: OrgsServiceService, implementation }],
    credential: { secret: new Secret(serviceSecret) },
    logger: silentLogger,
    metrics: createMetrics('bench-orgs'),
  });
}
