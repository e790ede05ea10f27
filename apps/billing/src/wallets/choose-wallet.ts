import type { CallerIdentity } from '@tollgate/identity';
import { requireOrgRole, type MembershipSource, type OrgRole } from '@tollgate/org-access';

export interface WalletChoice {
  readonly caller: CallerIdentity;
  /** Null: the caller's own. */
  readonly orgId: string | null;
  /** What the caller must be in the organization. */
  readonly roles: readonly OrgRole[];
  readonly requestId: string;
}

/** The wallet of a request. Throws `not_found` for non-members, `forbidden` by role. */
export type ChooseWallet = (choice: WalletChoice) => Promise<string>;

/** The roles that may pay for an organization, and those that may see its payments. */
export const payerRoles: readonly OrgRole[] = ['org_admin'];
export const viewerRoles: readonly OrgRole[] = ['org_admin', 'billing_viewer'];

export function chooseWalletUseCase(ports: {
  readonly memberships: MembershipSource;
}): ChooseWallet {
  return async ({ caller, orgId, roles, requestId }) => {
    if (orgId === null) return caller.walletId;
    await requireOrgRole(caller, { orgId, roles, requestId }, ports.memberships);
    return orgId;
  };
}
