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

/** Whose wallet is meant. Throws `not_found` for who is not in the organization, `forbidden`. */
export type ChooseWallet = (choice: WalletChoice) => Promise<string>;

/** Who pays for an organization, and who may look at what it paid. */
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
