import { defineOperations, pageOf, timeField, usdField } from '@tollgate/http';
import { z } from 'zod';
import { orgIdField, pageFields, pageSchema } from '../shared/page-fields';

const reasonLengthMax = 500;

const grantUsdMax = 1_000_000;

export const grantBodySchema = z
  .strictObject({
    userId: z
      .string()
      .regex(/^user_[0-9A-HJKMNP-TV-Z]{26}$/, 'must be a user id')
      .optional(),
    orgId: z
      .string()
      .regex(/^org_[0-9A-HJKMNP-TV-Z]{26}$/, 'must be an organization id')
      .optional(),
    amountUsd: z
      .number()
      .min(-grantUsdMax)
      .max(grantUsdMax)
      .meta({ description: 'Negative takes credit back.' }),
    reason: z.string().min(1).max(reasonLengthMax),
    expiresAt: z.iso.datetime({ offset: true }).nullish(),
  })
  .refine((grant) => (grant.userId === undefined) !== (grant.orgId === undefined), {
    message: 'exactly one of userId and orgId is required',
    path: ['userId'],
  });

export const grantSchema = z
  .object({
    id: z.string(),
    kind: z.string(),
    walletId: z.string(),
    orgId: z.string().optional(),
    userId: z.string().optional(),
    amountUsd: usdField,
    reason: z.string(),
    createdAt: timeField,
    expiresAt: timeField.nullable(),
    expiredUsd: usdField.nullable(),
  })
  .meta({ id: 'Grant' });

export const ownGrantsQuerySchema = z.object({ ...pageFields, orgId: orgIdField });

export const ownGrantSchema = z
  .object({
    id: z.string(),
    kind: z.string(),
    amountUsd: usdField,
    reason: z.string(),
    createdAt: timeField,
    expiresAt: timeField.nullable(),
    leftUsd: usdField
      .nullable()
      .meta({ description: 'What will be taken back at `expiresAt` as things are now.' }),
    expiredUsd: usdField.nullable().meta({ description: 'What was taken back.' }),
  })
  .meta({ id: 'OwnGrant' });

export const grantOperations = defineOperations({
  'GET /api/admin/credits/grants': {
    id: 'listGrants',
    tag: 'Operator',
    summary: 'Credit that was given or taken back',
    query: pageSchema,
    answers: { 200: { about: 'A page of grants.', body: pageOf(grantSchema) } },
  },
  'GET /api/billing/grants': {
    id: 'listOwnGrants',
    tag: 'Payments',
    summary: 'Credit that the account was granted, and when it expires',
    query: ownGrantsQuerySchema,
    answers: { 200: { about: 'A page of grants.', body: pageOf(ownGrantSchema) } },
  },
  'POST /api/admin/credits/grants': {
    id: 'grantCredit',
    tag: 'Operator',
    summary: 'Grant credit, or take it back',
    body: grantBodySchema,
    isIdempotent: true,
    answers: { 201: { about: 'The grant.', body: grantSchema } },
  },
});
