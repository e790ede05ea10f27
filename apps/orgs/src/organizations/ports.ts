import type { Positioned, SortedPage } from '@tollgate/http';
import type { Nanos } from '@tollgate/money';
import type { EduConfig } from '../edu-config/edu-config';
import type { OrgSort } from './org-page';
import type { Organization } from './organization';

export interface OrganizationStore {
  /** False when the slug is taken. */
  insert(org: Organization): Promise<boolean>;
  /** Deleted ones too. */
  find(orgId: string): Promise<Organization | undefined>;
  /** Locks the organization with its teams and members until the transaction ends. */
  lock(orgId: string): Promise<Organization | undefined>;
  update(org: Organization): Promise<void>;
  /** Deleted ones too. */
  list(page: SortedPage<OrgSort>): Promise<readonly Positioned<Organization>[]>;
  /** Of those that exist, deleted ones too. */
  listNames(
    orgIds: readonly string[],
  ): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Ids of those that were deleted before and are not purged, oldest first. */
  listPurgeable(deletedBefore: Date, rowsMax: number): Promise<readonly string[]>;
  markPurged(orgId: string, now: Date): Promise<void>;
  getEduConfig(orgId: string): Promise<EduConfig | undefined>;
  updateEduConfig(orgId: string, config: EduConfig): Promise<void>;
}

export interface WalletFigures {
  readonly balanceNanos: Nanos;
  readonly totalCreditsNanos: Nanos;
  readonly totalUsageNanos: Nanos;
}

/** Spend of the current month by id; undefined while billing does not answer. */
export type MonthSpend = ReadonlyMap<string, Nanos> | undefined;

/** What billing knows. */
export interface Billing {
  getWallet(walletId: string, requestId: string): Promise<WalletFigures>;
  listTeamSpend(orgId: string, now: Date, requestId: string): Promise<MonthSpend>;
  listMemberSpend(orgId: string, now: Date, requestId: string): Promise<MonthSpend>;
  setTerms(org: Organization, requestId: string): Promise<void>;
}
