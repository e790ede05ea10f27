import { z } from 'zod';
import { defineOperations, timeField, usdField } from '@tollgate/http';
import { orgIdField } from '../shared/page-fields';
import { paymentProviderIds } from '../top-ups/channel';
import { topupStatuses } from '../top-ups/topup';
import { pauseReasons } from './auto-topup';
import { autoTopupStates } from './get-auto-topup';

const channelLengthMax = 64;

export const autoTopupQuerySchema = z.object({ orgId: orgIdField });

export const autoTopupBodySchema = z.strictObject({
  enabled: z.boolean(),
  channel: z.string().min(1).max(channelLengthMax),
  thresholdUsd: z.number().meta({
    description: 'A top-up begins when less than this is left: from 0.01 to 10000.',
  }),
  amountUsd: z.number().meta({ description: 'The credit of one top-up.' }),
  monthlyLimitUsd: z.number().meta({
    description:
      'The most that is charged automatically in a calendar month (UTC), fees and taxes ' +
      'included: from the total of one top-up to 100000.',
  }),
});

const methodSchema = z.object({
  provider: z.enum(paymentProviderIds),
  brand: z.string(),
  last4: z.string(),
  expiresMonth: z.int(),
  expiresYear: z.int(),
  savedAt: timeField,
});

const trySchema = z.object({
  topupId: z.string(),
  status: z.enum(topupStatuses),
  totalUsd: usdField,
  balanceUsd: z.number().meta({ description: 'What was left, in USD, when it began.' }),
  failure: z.string().nullable().meta({ description: 'Why the payment failed.' }),
  createdAt: timeField,
});

export const autoTopupSchema = z
  .object({
    state: z.enum(autoTopupStates).meta({
      description:
        '`paused` waits for the owner, `monthly_limit` for the next month, `suspended` for the ' +
        'operator, because a payment was disputed or refunded.',
    }),
    enabled: z.boolean(),
    channel: z.string().nullable(),
    thresholdUsd: usdField.nullable(),
    amountUsd: usdField.nullable(),
    monthlyLimitUsd: usdField.nullable(),
    totalUsd: usdField.nullable().meta({
      description: 'What one top-up costs with fee and tax; null when its channel is closed.',
    }),
    chargedThisMonthUsd: usdField,
    pausedReason: z.enum(pauseReasons).nullable(),
    pausedAt: timeField.nullable(),
    notBefore: timeField.nullable().meta({ description: 'No charge begins before it.' }),
    paymentMethod: methodSchema.nullable(),
    channels: z
      .array(z.object({ id: z.string(), provider: z.enum(paymentProviderIds) }))
      .meta({ description: 'The channels that can be charged automatically.' }),
    tries: z.array(trySchema).meta({ description: 'The last automatic top-ups, newest first.' }),
  })
  .meta({ id: 'AutoTopup' });

export const autoTopupOperations = defineOperations({
  'GET /api/billing/auto-topup': {
    id: 'getAutoTopup',
    tag: 'Payments',
    summary: 'The rule for automatic top-ups, the saved card and the last tries',
    description:
      'The card of an organization belongs to the organization: it stays when the admin who paid ' +
      'with it leaves, and every org_admin can delete it.',
    query: autoTopupQuerySchema,
    answers: { 200: { about: 'The rule. Without one, `state` is `off`.', body: autoTopupSchema } },
  },
  'PUT /api/billing/auto-topup': {
    id: 'setAutoTopup',
    tag: 'Payments',
    summary: 'Sets the rule for automatic top-ups',
    description:
      'When less than `thresholdUsd` is left, the saved card is charged for `amountUsd` of credit ' +
      'and its fee, at most once in ten minutes. Save a card by paying a top-up with ' +
      '`savePaymentMethod`. A payment that fails pauses the rule; setting it again ends the pause. ' +
      'A suspended account or organization is not charged.',
    query: autoTopupQuerySchema,
    body: autoTopupBodySchema,
    answers: { 200: { about: 'The rule.', body: autoTopupSchema } },
  },
  'DELETE /api/billing/auto-topup': {
    id: 'deleteAutoTopup',
    tag: 'Payments',
    summary: 'Deletes the rule for automatic top-ups and the saved card',
    query: autoTopupQuerySchema,
    answers: { 200: { about: 'Deleted.', body: z.object({ deleted: z.literal(true) }) } },
  },
});
