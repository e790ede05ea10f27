/** An organization of the orgs service. */
export interface KnownOrganization {
  readonly name: string;
  readonly isDeleted: boolean;
  readonly isSuspended: boolean;
  /** Its invoices carry VAT. */
  readonly hasLocalCurrency: boolean;
}

/** Where the spend of a team is booked in the organization's own accounts. */
export interface KnownTeam {
  readonly teamId: string;
  /** Empty without one. */
  readonly costCenterCode: string;
}

export type InvoicedOrganizations = Pick<Organizations, 'getOrganization' | 'listTeams'>;

/** Organizations of the orgs service. */
export interface Organizations {
  /** Throws `not_found` when it never existed, `overloaded` when orgs does not answer. */
  getOrganization(orgId: string, requestId: string): Promise<KnownOrganization>;
  /** User ids of its org_admins. */
  listAdmins(orgId: string, requestId: string): Promise<readonly string[]>;
  /** Deleted ones too. */
  listTeams(orgId: string, requestId: string): Promise<readonly KnownTeam[]>;
}

/** Where a user is reached. */
export interface Contact {
  readonly email: string;
  /** Empty when the user gave none. */
  readonly name: string;
  readonly isSuspended: boolean;
}

/** Contacts of users, from the auth service. */
export interface Contacts {
  /** Throws `not_found` without such a user, `overloaded` when auth does not answer. */
  getContact(userId: string, requestId: string): Promise<Contact>;
}
