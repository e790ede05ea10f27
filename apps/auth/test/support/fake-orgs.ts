import type { ServiceCredential } from '@tollgate/config';
import {
  Membership,
  OrgPolicy,
  OrgsServiceService,
  PolicyServiceService,
  type EduConfig,
  type OrgsServiceServer,
  type PolicyServiceServer,
} from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { makeId } from '@tollgate/ids';
import { createMetrics, silentLogger } from '@tollgate/observability';
import type { OrgRole } from '@tollgate/org-access';
import { createGrpcPart, unaryHandler, type GrpcPart } from '@tollgate/rpc';

export interface FakeOrg {
  readonly orgId: string;
  name: string;
  isSuspended: boolean;
  readonly teamIds: Set<string>;
  readonly members: Map<string, Membership>;
  /** Undefined: no institution. */
  edu: EduConfig | undefined;
}

export interface FakeOrgs {
  readonly part: GrpcPart;
  readonly orgs: Map<string, FakeOrg>;
  /** Every request fails as if the service were away. */
  isAway: boolean;
  addOrg(orgId: string): FakeOrg;
  addMember(org: FakeOrg, userId: string, role: OrgRole, teamId?: string): Membership;
}

/** Real gRPC servers with the organizations a test wants. */
export function createFakeOrgs(credential: ServiceCredential): FakeOrgs {
  const orgs = new Map<string, FakeOrg>();
  const state = { isAway: false };
  const part = createGrpcPart({
    name: 'orgs',
    host: '127.0.0.1',
    port: 0,
    services: [
      { definition: OrgsServiceService, implementation: createOrgsService(orgs, state) },
      { definition: PolicyServiceService, implementation: createPolicyService(orgs) },
    ],
    credential,
    logger: silentLogger,
    metrics: createMetrics('fake-orgs'),
  });
  return Object.assign(state, {
    part,
    orgs,
    addOrg: (orgId: string) => {
      const org: FakeOrg = {
        orgId,
        name: 'Acme',
        isSuspended: false,
        teamIds: new Set(),
        members: new Map(),
        edu: undefined,
      };
      orgs.set(orgId, org);
      return org;
    },
    addMember: (org: FakeOrg, userId: string, role: OrgRole, teamId = '') => {
      const memberId = makeId('member');
      const { orgId, name: orgName } = org;
      const member = Membership.fromPartial({ orgId, orgName, memberId, userId, role, teamId });
      org.members.set(memberId, member);
      if (teamId !== '') org.teamIds.add(teamId);
      return member;
    },
  });
}

function createOrgsService(
  orgs: ReadonlyMap<string, FakeOrg>,
  state: { readonly isAway: boolean },
): OrgsServiceServer {
  const assertHere = (): void => {
    if (state.isAway) throw new AppError('overloaded');
  };
  const get = (orgId: string): FakeOrg => {
    assertHere();
    return orgs.get(orgId) ?? fail();
  };
  const read = (org: FakeOrg, member: Membership | undefined) => ({
    membership: { ...(member ?? fail()), orgName: org.name, isOrgSuspended: org.isSuspended },
  });
  return {
    endMemberships: unaryHandler(async ({ isAccountGone, userId }) => {
      assertHere();
      const isAdmin = ({ role }: Membership) => role === 'org_admin';
      const own = [...orgs.values()].flatMap((org) =>
        [...org.members.values()]
          .filter((member) => member.userId === userId)
          .map((member) => ({ org, member })),
      );
      const blocking = own.filter(
        ({ member, org }) =>
          isAdmin(member) && [...org.members.values()].filter(isAdmin).length === 1,
      );
      if (blocking.length > 0 && !isAccountGone) {
        return { blockingOrgIds: blocking.map(({ org }) => org.orgId) };
      }
      for (const { member, org } of own) org.members.delete(member.memberId);
      return { blockingOrgIds: [] };
    }),
    getMembership: unaryHandler(async ({ orgId, userId }) => {
      const org = get(orgId);
      return read(
        org,
        [...org.members.values()].find((member) => member.userId === userId),
      );
    }),
    listMemberships: unaryHandler(async ({ userId }) => {
      assertHere();
      return {
        memberships: [...orgs.values()].flatMap((org) =>
          [...org.members.values()].filter((member) => member.userId === userId),
        ),
      };
    }),
    getMember: unaryHandler(async ({ memberId, orgId }) => {
      const org = get(orgId);
      return read(org, org.members.get(memberId));
    }),
    getOrganization: unaryHandler(async ({ orgId }) => {
      const { isSuspended, name } = get(orgId);
      const billingMode = 'prepaid';
      const rest = { isDeleted: false, hasLocalCurrency: false, billingMode };
      return { organization: { orgId, name, isSuspended, ...rest } };
    }),
    listTeams: unaryHandler(async ({ orgId }) => ({
      teams: [...get(orgId).teamIds].map((teamId) => ({
        teamId,
        name: teamId,
        costCenterCode: '',
        isDeleted: false,
      })),
    })),
    listAdmins: unaryHandler(() => Promise.reject(new AppError('not_found'))),
    getEduConfig: unaryHandler(async ({ orgId }) => {
      const { edu, isSuspended } = get(orgId);
      return { config: edu === undefined || isSuspended ? fail() : edu };
    }),
  };
}

function createPolicyService(orgs: ReadonlyMap<string, FakeOrg>): PolicyServiceServer {
  return {
    getPolicy: unaryHandler(async ({ orgId }) => ({
      policy: OrgPolicy.fromPartial({
        orgId,
        members: [...(orgs.get(orgId)?.members.values() ?? [])].map(
          ({ memberId, teamId, userId }) => ({ memberId, teamId, userId }),
        ),
      }),
    })),
    listPolicyChanges: unaryHandler(() => Promise.reject(new AppError('not_found'))),
    getModeration: unaryHandler(() => Promise.reject(new AppError('not_found'))),
    reportByokHealth: unaryHandler(() => Promise.reject(new AppError('not_found'))),
  };
}

function fail(): never {
  throw new AppError('not_found');
}
