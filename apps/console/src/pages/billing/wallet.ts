/** Whose money a card shows: that of an organization, or that of the account. */
export interface WalletProps {
  /** Undefined: the own account. */
  readonly orgId?: string | undefined;
}

/** The key of a query about a wallet. */
export function makeWalletKey(orgId: string | undefined, ...rest: readonly unknown[]): unknown[] {
  return orgId === undefined ? [...rest] : ['org', orgId, ...rest];
}

/** Where a payment page returns to. */
export function findBillingPath(orgId: string | undefined): string {
  return orgId === undefined ? '/billing' : `/orgs/${orgId}/billing`;
}
