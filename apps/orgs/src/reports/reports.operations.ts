import { countField, defineOperations, usdField } from '@tollgate/http';
import { z } from 'zod';

const yearMin = 2000;
const yearMax = 2100;

/** Digits only, within the range of years that reports can have. */
const yearField = z
  .string()
  .regex(/^\d{4}$/, `must be a year from ${yearMin} to ${yearMax}`)
  .transform(Number)
  .refine((year) => year >= yearMin && year <= yearMax, {
    message: `must be a year from ${yearMin} to ${yearMax}`,
  });
const monthField = z
  .string()
  .regex(/^(?:0?[1-9]|1[0-2])$/, 'must be a month from 1 to 12')
  .transform(Number);

export const views = ['overview', 'by-team', 'by-model', 'by-member'] as const;
export type View = (typeof views)[number];

/** Absent: those of now. */
export const optionalMonthQuery = z.object({
  year: yearField.optional(),
  month: monthField.optional(),
});
export const monthQuery = z.object({ year: yearField, month: monthField });
export const exportQuery = z.object({
  year: yearField,
  month: monthField,
  view: z.enum(views).default('overview'),
});

const month = { year: z.int(), month: z.int() };
const percent = z.number().meta({ description: 'Percent, to one decimal.' });
const budget = {
  budget: usdField.nullable(),
  budgetUtilizationPct: percent.nullable(),
};

export const overviewSchema = z
  .object({
    ...month,
    currency: z.literal('USD'),
    totalSpend: usdField,
    upstreamCost: usdField,
    marginRate: z.number(),
    requests: countField,
    tokens: countField,
    previousMonthSpend: usdField,
    daily: z.array(z.object({ date: z.string(), spend: usdField, requests: countField })),
  })
  .meta({ id: 'OrganizationOverview' });

export const byTeamSchema = z
  .object({
    ...month,
    teams: z.array(
      z.object({
        teamId: z.string(),
        team: z.string(),
        costCenterCode: z.string().nullable(),
        spend: usdField,
        sharePct: percent,
        ...budget,
        models: z.array(z.object({ model: z.string(), spend: usdField, sharePct: percent })),
      }),
    ),
    unassigned: z.object({ spend: usdField }),
  })
  .meta({ id: 'SpendByTeam' });

export const byModelSchema = z
  .object({
    ...month,
    models: z.array(
      z.object({
        model: z.string(),
        spend: usdField,
        requests: countField,
        promptTokens: countField,
        completionTokens: countField,
        avgPricePer1M: usdField,
      }),
    ),
  })
  .meta({ id: 'SpendByModel' });

export const byMemberSchema = z
  .object({
    ...month,
    members: z.array(
      z.object({
        memberId: z.string(),
        name: z.string().nullable(),
        email: z.string().nullable(),
        team: z.string().nullable(),
        spend: usdField,
        requests: countField,
        ...budget,
      }),
    ),
    unassigned: z.object({ spend: usdField, requests: countField }),
  })
  .meta({ id: 'SpendByMember' });

const report = { tag: 'Organizations', description: 'For org_admin and billing_viewer.' } as const;

/** What an organization spent in a month. */
export const reportOperations = defineOperations({
  'GET /api/orgs/{orgId}/reports/overview': {
    ...report,
    id: 'getOrganizationOverview',
    summary: 'A month of an organization, whole and by day',
    query: optionalMonthQuery,
    answers: { 200: { about: 'The report.', body: overviewSchema } },
  },
  'GET /api/orgs/{orgId}/reports/by-team': {
    ...report,
    id: 'getSpendByTeam',
    summary: 'A month by team and model, with what is left of budgets',
    query: optionalMonthQuery,
    answers: { 200: { about: 'The report.', body: byTeamSchema } },
  },
  'GET /api/orgs/{orgId}/reports/by-model': {
    ...report,
    id: 'getSpendByModel',
    summary: 'A month by model, with average prices',
    query: monthQuery,
    answers: { 200: { about: 'The report.', body: byModelSchema } },
  },
  'GET /api/orgs/{orgId}/reports/by-member': {
    ...report,
    id: 'getSpendByMember',
    summary: 'A month by member',
    description: 'For org_admin.',
    query: monthQuery,
    answers: { 200: { about: 'The report.', body: byMemberSchema } },
  },
  'GET /api/orgs/{orgId}/reports/export': {
    ...report,
    id: 'exportReport',
    summary: 'A report as CSV for spreadsheets',
    description: 'For org_admin and billing_viewer; `by-member` for org_admin.',
    query: exportQuery,
    answers: { 200: { about: 'UTF-8 with a byte order mark.', mediaTypes: ['text/csv'] } },
  },
});
