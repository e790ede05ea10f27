import type { Nanos } from '@tollgate/money';
import type { OrgRole } from '@tollgate/org-access';
import { toUsd } from '../shared/usd';

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

export function describeMember(member: Member): object {
  const { isOwner, role, teamId, userId } = member;
  return { userId, role, isOwner, teamId, monthlyBudget: toUsd(member.monthlyBudgetNanos) };
}
