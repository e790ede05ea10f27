import type { ServiceCredential } from '@tollgate/config';
import {
  OrgsServiceService,
  type Membership,
  type Organization,
  type OrgsServiceServer,
  type Team,
} from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { makeUlid } from '@tollgate/ids';
import { createMetrics, silentLogger } from '@tollgate/observability';
import type { OrgRole } from '@tollgate/org-access';
import { createGrpcPart, unaryHandler, type GrpcPart } from '@tollgate/rpc';

export interface FakeOrgs {
  readonly part: GrpcPart;
  readonly organizations: Map<string, Organization>;
  readonly teams: Map<string, Team[]>;
  /** A new organization. */
  addOrg(changes?: Partial<Organization>): string;
  /** The member of a user is named after them. */
  addMember(orgId: string, userId: string, role: OrgRole, teamId?: string): void;
}

/** A real gRPC server with the organizations that a test wants. */
export function createFakeOrgs(credential: ServiceCredential): FakeOrgs {
  const organizations = new Map<string, Organization>();
  const teams = new Map<string, Team[]>();
  const memberships = new Map<string, Membership>();
  const refuse = unaryHandler(() => Promise.reject(new AppError('not_found')));
  const implementation: OrgsServiceServer = {
    getMembership: unaryHandler(async ({ orgId, userId }) => ({
      membership: demand(memberships.get(`${orgId} ${userId}`)),
    })),
    getOrganization: unaryHandler(async ({ orgId }) => ({
      organization: demand(organizations.get(orgId)),
    })),
    listTeams: unaryHandler(async ({ orgId }) => ({ teams: teams.get(orgId) ?? [] })),
    listAdmins: unaryHandler(async ({ orgId }) => ({
      userIds: [...memberships.values()]
        .filter((place) => place.orgId === orgId && place.role === 'org_admin')
        .map(({ userId }) => userId),
    })),
    listMemberships: refuse,
    getMember: refuse,
    endMemberships: unaryHandler(() => Promise.reject(new AppError('not_found'))),
    getEduConfig: refuse,
  };
  const part = createGrpcPart({
    name: 'orgs',
    host: '127.0.0.1',
    port: 0,
    services: [{ definition: OrgsServiceService, implementation }],
    credential,
    logger: silentLogger,
    metrics: createMetrics('fake-orgs'),
  });
  return {
    part,
    organizations,
    teams,
    addOrg: (changes) => {
      const orgId = `org_${makeUlid()}`;
      const flags = { isSuspended: false, isDeleted: false, hasLocalCurrency: false };
      const org = { orgId, name: 'Acme', billingMode: 'prepaid', ...flags, ...changes };
      organizations.set(orgId, org);
      return orgId;
    },
    addMember: (orgId, userId, role, teamId = '') => {
      const memberId = userId.replace('user_', 'mem_');
      const place = { isOwner: false, teamId, joinedAtMs: 0n, isOrgSuspended: false };
      const membership = { orgId, orgName: 'Acme', memberId, userId, role, ...place };
      memberships.set(`${orgId} ${userId}`, membership);
    },
  };
}

function demand<T>(found: T | undefined): T {
  if (found === undefined) throw new AppError('not_found');
  return found;
}
