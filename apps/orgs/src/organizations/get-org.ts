import { AppError } from '@tollgate/errors';
import type { Nanos } from '@tollgate/money';
import { type Membership, requireOrgRole } from '@tollgate/org-access';
import type { OrgDatabase } from '../shared/ports';
import { adminOrBilling, type OrgRequest, type Requester } from '../shared/requester';
import { getWalletId, type Organization } from './organization';
import type { Billing, WalletFigures } from './ports';

export interface OrgDetail {
  readonly org: Organization;
  readonly wallet: WalletFigures;
  readonly members: number;
  readonly teams: number;
}

export type GetOrg = (request: Omit<OrgRequest, 'roles'>) => Promise<OrgDetail>;

export function getOrgUseCase(ports: {
  readonly database: OrgDatabase;
  readonly billing: Billing;
}): GetOrg {
  const { billing, database } = ports;
  return async ({ orgId, requester }) => {
    const { requestId } = requester.actor;
    const need = { orgId, roles: adminOrBilling, requestId };
    await requireOrgRole(requester.identity, need, database.members);
    const org = await database.organizations.find(orgId);
    if (!org) throw new AppError('not_found', { message: 'No such organization' });
    const [wallet, members, teams] = await Promise.all([
      billing.getWallet(getWalletId(org), requestId),
      database.members.count(orgId),
      database.teams.list(orgId),
    ]);
    return { org, wallet, members, teams: teams.length };
  };
}

export interface OwnOrg {
  readonly membership: Membership;
  /** Null for a teacher, who does not see money. */
  readonly balanceNanos: Nanos | null;
}

export type ListOrgs = (requester: Requester) => Promise<readonly OwnOrg[]>;

/** Organizations of the caller, oldest first; a key of an organization lists only that one. */
export function listOrgsUseCase(ports: {
  readonly database: OrgDatabase;
  readonly billing: Billing;
}): ListOrgs {
  const { billing, database } = ports;
  return async ({ actor, identity }) => {
    if (identity.userId === '') return [];
    const all = await database.members.listMemberships(identity.userId);
    const { org } = identity;
    const shown = org === null ? all : all.filter(({ orgId }) => orgId === org.orgId);
    return Promise.all(
      shown.map(async (membership) => {
        if (membership.role === 'teacher') return { membership, balanceNanos: null };
        const { balanceNanos } = await billing.getWallet(membership.orgId, actor.requestId);
        return { membership, balanceNanos };
      }),
    );
  };
}
