import { nanosToUsdNumber, type Nanos } from '@tollgate/money';
import type { EduConfig } from '../domain/edu-config';
import type { Invitation } from '../domain/invitation';
import type { BreakerSettings } from '../domain/layer';
import type { Member } from '../domain/member';
import type { Organization } from '../domain/organization';
import type { Team } from '../domain/team';

function toUsd(nanos: Nanos | null): number | null {
  return nanos === null ? null : nanosToUsdNumber(nanos);
}

export function describeOrg(org: Organization): object {
  return {
    name: org.name,
    slug: org.slug,
    plan: org.plan,
    seats: org.seats,
    billingMode: org.billingMode,
    creditLineUsd: toUsd(org.creditLineNanos),
    localCurrency: org.hasLocalCurrency,
    suspended: org.suspendedAt !== null,
    deleted: org.deletedAt !== null,
    weeklyBudgetUsd: toUsd(org.weeklyBudgetNanos),
    monthlyBudgetUsd: toUsd(org.monthlyBudgetNanos),
  };
}

export function describeTeam(team: Team): object {
  return {
    name: team.name,
    description: team.description,
    costCenterCode: team.costCenterCode,
    permissionScope: team.permissionScope,
    monthlyBudget: toUsd(team.monthlyBudgetNanos),
  };
}

export function describeMember(member: Member): object {
  const { isOwner, role, teamId, userId } = member;
  return { userId, role, isOwner, teamId, monthlyBudget: toUsd(member.monthlyBudgetNanos) };
}

export function describeInvitation(invitation: Invitation): object {
  const { email, isOwner, monthlyBudgetNanos, role, teamId } = invitation;
  return { email, role, isOwner, teamId, monthlyBudget: toUsd(monthlyBudgetNanos) };
}

export interface BreakerDescription {
  readonly cbEnabled: boolean | null;
  readonly cbMinuteUsd: number | null;
  readonly cbHourlyUsd: number | null;
}

/** As answers show it, too. */
export function describeBreaker(settings: BreakerSettings): BreakerDescription {
  return {
    cbEnabled: settings.isEnabled,
    cbMinuteUsd: toUsd(settings.minuteNanos),
    cbHourlyUsd: toUsd(settings.hourNanos),
  };
}

export interface EduConfigDescription {
  readonly allowedDomains: string[];
  readonly sessionTtlSeconds: number;
  readonly verificationTtlSeconds: number;
  readonly maxSessionsPerEmailPerKey: number;
  readonly sessionQuota: {
    readonly requests: number | null;
    readonly tokens: number | null;
    readonly usd: number | null;
  };
}

/** As answers show it, too. */
export function describeEduConfig(config: EduConfig): EduConfigDescription {
  return {
    allowedDomains: [...config.allowedDomains],
    sessionTtlSeconds: config.sessionTtlSeconds,
    verificationTtlSeconds: config.verificationTtlSeconds,
    maxSessionsPerEmailPerKey: config.sessionsPerEmailMax,
    sessionQuota: {
      requests: config.quotaRequests,
      tokens: config.quotaTokens,
      usd: toUsd(config.quotaNanos),
    },
  };
}
