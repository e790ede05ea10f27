import type { Nanos } from '@tollgate/money';
import type { OrgRole } from '@tollgate/org-access';
import type { Layer } from '../domain/layer';
import type { Member } from '../domain/member';
import type { BillingMode, Organization } from '../domain/organization';
import type { Permission, Team } from '../domain/team';

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

export interface TeamRow {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly cost_center_code: string | null;
  readonly permission_scope: readonly Permission[];
  readonly monthly_budget_nanos: Nanos | null;
  readonly created_at: Date;
  readonly deleted_at: Date | null;
}

export const teamColumns =
  'id, org_id, name, description, cost_center_code, permission_scope, monthly_budget_nanos, created_at, deleted_at';

export function readTeam(row: TeamRow): Team {
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    description: row.description,
    costCenterCode: row.cost_center_code,
    permissionScope: row.permission_scope,
    monthlyBudgetNanos: row.monthly_budget_nanos,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
  };
}

export interface MemberRow {
  readonly id: string;
  readonly org_id: string;
  readonly user_id: string;
  readonly role: OrgRole;
  readonly is_owner: boolean;
  readonly team_id: string | null;
  readonly monthly_budget_nanos: Nanos | null;
  readonly joined_at: Date;
}

export const memberColumns =
  'id, org_id, user_id, role, is_owner, team_id, monthly_budget_nanos, joined_at';

export function readMember(row: MemberRow): Member {
  return {
    id: row.id,
    orgId: row.org_id,
    userId: row.user_id,
    role: row.role,
    isOwner: row.is_owner,
    teamId: row.team_id,
    monthlyBudgetNanos: row.monthly_budget_nanos,
    joinedAt: row.joined_at,
  };
}

export interface LayerRow {
  readonly id: string;
  readonly allowed_models: readonly string[];
  readonly is_breaker_enabled: boolean | null;
  readonly breaker_minute_nanos: Nanos | null;
  readonly breaker_hour_nanos: Nanos | null;
}

export const layerColumns =
  'id, allowed_models, is_breaker_enabled, breaker_minute_nanos, breaker_hour_nanos';

export function readLayer(row: LayerRow): Layer {
  return {
    allowedModels: row.allowed_models,
    breaker: {
      isEnabled: row.is_breaker_enabled,
      minuteNanos: row.breaker_minute_nanos,
      hourNanos: row.breaker_hour_nanos,
    },
  };
}
