/** An organization as orgs knows it. */
export interface KnownOrganization {
  readonly name: string;
  readonly isDeleted: boolean;
  /** Its invoices carry VAT. */
  readonly hasLocalCurrency: boolean;
}

/** Where the spend of a team is booked in the organization's own accounts. */
export interface KnownTeam {
  readonly teamId: string;
  /** Empty without one. */
  readonly costCenterCode: string;
}

/** What invoices need to know. */
export type InvoicedOrganizations = Pick<Organizations, 'getOrganization' | 'listTeams'>;

/** The organizations as orgs knows them. */
export interface Organizations {
  /** Throws `not_found` when there never was one, `overloaded` when orgs cannot say. */
  getOrganization(orgId: string, requestId: string): Promise<KnownOrganization>;
  /** User ids of its org_admins. */
  listAdmins(orgId: string, requestId: string): Promise<readonly string[]>;
  /** Deleted ones too. */
  listTeams(orgId: string, requestId: string): Promise<readonly KnownTeam[]>;
}
