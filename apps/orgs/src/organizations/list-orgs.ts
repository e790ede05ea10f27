import type { Nanos } from '@tollgate/money';
import type { Membership } from '@tollgate/org-access';
import type { OrgDatabase } from '../shared/ports';
import type { Requester } from '../shared/requester';
import type { Billing } from './ports';

export interface OwnOrg {
  readonly membership: Membership;
  readonly balanceNanos: Nanos;
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
        const { balanceNanos } = await billing.getWallet(membership.orgId, actor.requestId);
        return { membership, balanceNanos };
      }),
    );
  };
}
