import { formatDecimal, nanosToUsdNumber } from '@tollgate/money';
import type { z } from 'zod';
import { toUsd } from '../shared/usd';
import {
  getAveragePriceMicros,
  getMarginRate,
  getPercent,
  getUtilization,
  type MemberReport,
  type ModelSpend,
  type Overview,
  type ReportMonth,
  type TeamReport,
} from './report';
import type {
  byMemberSchema,
  byModelSchema,
  byTeamSchema,
  overviewSchema,
} from './reports.operations';

const microDecimals = 6;

export function renderOverview(
  overview: Overview,
  month: ReportMonth,
): z.input<typeof overviewSchema> {
  return {
    ...month,
    currency: 'USD',
    totalSpend: toUsd(overview.spendNanos),
    upstreamCost: toUsd(overview.upstreamNanos),
    marginRate: getMarginRate(overview),
    requests: Number(overview.requests),
    tokens: Number(overview.tokens),
    previousMonthSpend: toUsd(overview.previousNanos),
    daily: overview.days.map(({ date, requests, spendNanos }) => ({
      date,
      spend: nanosToUsdNumber(spendNanos),
      requests: Number(requests),
    })),
  };
}

export function renderTeams(report: TeamReport, month: ReportMonth): z.input<typeof byTeamSchema> {
  return {
    ...month,
    teams: report.teams.map((team) => ({
      teamId: team.teamId,
      team: team.name,
      costCenterCode: team.costCenterCode,
      spend: toUsd(team.spendNanos),
      sharePct: getPercent(team.spendNanos, report.totalNanos),
      budget: toUsd(team.budgetNanos),
      budgetUtilizationPct: getUtilization(team.spendNanos, team.budgetNanos),
      models: team.models.map(({ model, spendNanos }) => ({
        model,
        spend: toUsd(spendNanos),
        sharePct: getPercent(spendNanos, team.spendNanos),
      })),
    })),
    unassigned: { spend: toUsd(report.unassignedNanos) },
  };
}

export function renderModels(
  models: readonly ModelSpend[],
  month: ReportMonth,
): z.input<typeof byModelSchema> {
  return {
    ...month,
    models: models.map((row) => ({
      model: row.model,
      spend: toUsd(row.spendNanos),
      requests: Number(row.requests),
      promptTokens: Number(row.promptTokens),
      completionTokens: Number(row.completionTokens),
      avgPricePer1M: Number(formatDecimal(getAveragePriceMicros(row), microDecimals)),
    })),
  };
}

export function renderMembers(
  { members, unassigned }: MemberReport,
  month: ReportMonth,
): z.input<typeof byMemberSchema> {
  return {
    ...month,
    members: members.map((member) => ({
      memberId: member.memberId,
      name: member.name,
      email: member.email,
      team: member.team,
      spend: toUsd(member.spendNanos),
      requests: Number(member.requests),
      budget: toUsd(member.budgetNanos),
      budgetUtilizationPct: getUtilization(member.spendNanos, member.budgetNanos),
    })),
    unassigned: { spend: toUsd(unassigned.spendNanos), requests: Number(unassigned.requests) },
  };
}
