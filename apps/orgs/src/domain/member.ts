import type { Nanos } from '@tollgate/money';
import type { OrgRole } from '@tollgate/org-access';

export interface Member {
  readonly id: string;
  readonly orgId: string;
  readonly userId: string;
  readonly role: OrgRole;
  readonly isOwner: boolean;
  readonly teamId: string | null;
  readonly monthlyBudgetNanos: Nanos | null;
  readonly joinedAt: Date;
}
