import type { Secret } from '@tollgate/config';
import { OrgsServiceService, type OrgsServiceServer } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { createGrpcPart, unaryHandler, type GrpcPart } from '@tollgate/rpc';

export interface FakeOrgs {
  readonly part: GrpcPart;
  /** Roles by `<organization> <user>`. */
  readonly memberships: Map<string, string>;
}

/** A real gRPC server with the members of a test. */
export function createFakeOrgs(serviceSecret: Secret): FakeOrgs {
  const memberships = new Map<string, string>();
  const refuse = unaryHandler(() => Promise.reject(new AppError('not_found')));
  const implementation: OrgsServiceServer = {
    getMembership: unaryHandler(async ({ orgId, userId }) => {
      const role = memberships.get(`${orgId} ${userId}`);
      if (role === undefined) throw new AppError('not_found');
      return {
        membership: {
          orgId,
          orgName: 'Acme',
          memberId: 'mem_01',
          userId,
          role,
          isOwner: false,
          teamId: '',
          joinedAtMs: 0n,
          isOrgSuspended: false,
        },
      };
    }),
    listMemberships: refuse,
    getMember: refuse,
    listAdmins: refuse,
    getOrganization: refuse,
    listTeams: refuse,
    endMemberships: unaryHandler(() => Promise.reject(new AppError('not_found'))),
    getEduConfig: refuse,
  };
  const part = createGrpcPart({
    name: 'orgs',
    host: '127.0.0.1',
    port: 0,
    services: [{ definition: OrgsServiceService, implementation }],
    serviceSecret,
    logger: silentLogger,
    metrics: createMetrics('fake-orgs'),
  });
  return { part, memberships };
}
