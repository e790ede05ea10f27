import { countField, defineOperations, textField, timeField, usdField } from '@tollgate/http';
import { orgRoles } from '@tollgate/org-access';
import { z } from 'zod';
import { budgetField } from '../shared/http-fields';
import { slugPattern } from './slug';

const nameCharactersMax = 100;
const slugCharactersMax = 63;

export const orgNameField = textField(nameCharactersMax);
export const slugField = z
  .string()
  .min(2)
  .max(slugCharactersMax)
  .regex(slugPattern, 'must be lower case letters and digits, with single hyphens between');

export const createOrgBody = z.object({ name: orgNameField, slug: slugField.optional() });

export const updateOrgBody = z.object({
  name: orgNameField.optional(),
  settings: z
    .object({
      weeklyBudgetUsd: budgetField.optional(),
      monthlyBudgetUsd: budgetField.optional(),
    })
    .optional(),
});

const ownOrgSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.enum(orgRoles),
    joinedAt: timeField,
    creditBalance: usdField.nullable().meta({ description: 'USD; null for a teacher.' }),
  })
  .meta({ id: 'OwnOrganization' });

export const orgSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    plan: z.string(),
    billingMode: z.enum(['prepaid', 'monthly']),
    seats: countField,
    seatsUsed: countField,
    credits: z.object({ balance: usdField, totalCredits: usdField, totalUsage: usdField }),
    creditLineUsd: usdField.nullable(),
    settings: z.object({
      weeklyBudgetUsd: usdField.nullable(),
      monthlyBudgetUsd: usdField.nullable(),
    }),
    teamCount: countField,
    memberCount: countField,
    createdAt: timeField,
  })
  .meta({ id: 'Organization' });

export const orgOperations = defineOperations({
  'GET /v1/orgs': {
    id: 'listOrganizations',
    tag: 'Organizations',
    summary: 'Your organizations',
    answers: {
      200: {
        about: 'Oldest membership first. A key of an organization lists only that one.',
        body: z.object({ organizations: z.array(ownOrgSchema) }),
      },
    },
  },
  'POST /api/orgs': {
    id: 'createOrganization',
    tag: 'Organizations',
    summary: 'Found an organization',
    description: 'The caller becomes its first org_admin.',
    body: createOrgBody,
    isIdempotent: true,
    answers: { 201: { about: 'The organization.', body: orgSchema } },
  },
  'GET /v1/orgs/{orgId}': {
    id: 'getOrganization',
    tag: 'Organizations',
    summary: 'An organization with its credit and its counts',
    description: 'For org_admin and billing_viewer.',
    answers: { 200: { about: 'The organization.', body: orgSchema } },
  },
  'PATCH /v1/orgs/{orgId}': {
    id: 'updateOrganization',
    tag: 'Organizations',
    summary: 'Change name and budgets of an organization',
    description: 'For org_admin.',
    body: updateOrgBody,
    answers: { 200: { about: 'The organization afterwards.', body: orgSchema } },
  },
});
