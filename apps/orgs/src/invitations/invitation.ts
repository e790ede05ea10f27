import type { Nanos } from '@tollgate/money';
import type { OrgRole } from '@tollgate/org-access';
import { toUsd } from '../shared/usd';

const dayMs = 24 * 60 * 60 * 1_000;
export const invitationLifeMs = 7 * dayMs;
/** Open ones of one organization. */
export const invitationsPerOrgMax = 200;

export interface Invitation {
  readonly id: string;
  readonly orgId: string;
  readonly email: string;
  readonly role: OrgRole;
  readonly isOwner: boolean;
  readonly teamId: string | null;
  readonly monthlyBudgetNanos: Nanos | null;
  /** Who invited. */
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export function describeInvitation(invitation: Invitation): object {
  const { email, isOwner, monthlyBudgetNanos, role, teamId } = invitation;
  return { email, role, isOwner, teamId, monthlyBudget: toUsd(monthlyBudgetNanos) };
}
