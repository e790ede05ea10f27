import type { Nanos } from '@tollgate/money';
import type { BillingMode, Organization } from './organization';

export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly plan: string;
  readonly billing_mode: BillingMode;
  readonly seats: number;
  readonly credit_line_nanos: Nanos | null;
  readonly has_local_currency: boolean;
  readonly weekly_budget_nanos: Nanos | null;
  readonly monthly_budget_nanos: Nanos | null;
  readonly created_at: Date;
  readonly suspended_at: Date | null;
  readonly deleted_at: Date | null;
  readonly purged_at: Date | null;
}

export const organizationColumns =
  'id, name, slug, plan, billing_mode, seats, credit_line_nanos, has_local_currency, weekly_budget_nanos, monthly_budget_nanos, created_at, suspended_at, deleted_at, purged_at';

export function readOrganization(row: OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    plan: row.plan,
    billingMode: row.billing_mode,
    seats: row.seats,
    creditLineNanos: row.credit_line_nanos,
    hasLocalCurrency: row.has_local_currency,
    weeklyBudgetNanos: row.weekly_budget_nanos,
    monthlyBudgetNanos: row.monthly_budget_nanos,
    createdAt: row.created_at,
    suspendedAt: row.suspended_at,
    deletedAt: row.deleted_at,
    purgedAt: row.purged_at,
  };
}
