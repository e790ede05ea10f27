import { defineOperations, pageOf } from '@tollgate/http';
import { parseDecimal } from '@tollgate/money';
import { z } from 'zod';
import { pageFields, pageSchema } from '../shared/page-fields';
import { paymentProviderIds } from './channel';
import { fxRateDecimals } from './quote';
import { channelSettingsSchema, operatorTopupSchema } from './top-ups.operations';
import { topupStatuses } from './topup';
const reasonLengthMax = 500;
const transferToLengthMax = 500;
const fxRateMax = 10n ** 9n * 10n ** BigInt(fxRateDecimals);

export const operatorTopupsQuerySchema = z.object({
  ...pageFields,
  status: z.enum(topupStatuses).optional(),
});
export const decisionBodySchema = z.strictObject({
  reason: z.string().max(reasonLengthMax).default(''),
});

export const channelBodySchema = z.strictObject({
  provider: z.enum(paymentProviderIds),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code'),
  localCurrency: z.boolean(),
  fxRate: z
    .string()
    .refine(isFxRate, {
      message: 'must be a positive decimal',
      params: { reason: 'unsupported_param' },
    })
    .nullish(),
  minUsd: z.number().default(5),
  maxUsd: z.number().default(10_000),
  enabled: z.boolean().default(true),
  transferTo: z.string().max(transferToLengthMax).default(''),
});

function isFxRate(text: string): boolean {
  try {
    const rate = parseDecimal(text, fxRateDecimals);
    return rate > 0n && rate <= fxRateMax;
  } catch {
    return false;
  }
}

export const listedChannelSchema = channelSettingsSchema
  .extend({
    providerSetUp: z.boolean().meta({
      description: 'Whether the payment provider is set up; without it the channel stays closed.',
    }),
  })
  .meta({ id: 'ListedChannel' });

export const suspensionSchema = z
  .object({
    walletId: z.string(),
    topupId: z.string().meta({ description: 'The payment that the provider took back.' }),
    reason: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'TopupSuspension' });

const decision = {
  tag: 'Operator',
  body: decisionBodySchema,
  isBodyOptional: true,
  isIdempotent: true,
  answers: { 200: { about: 'The top-up afterwards.', body: operatorTopupSchema } },
} as const;

export const adminTopupOperations = defineOperations({
  'GET /api/admin/topups': {
    id: 'listAllTopups',
    tag: 'Operator',
    summary: 'Top-ups of everybody',
    query: operatorTopupsQuerySchema,
    answers: { 200: { about: 'A page of top-ups.', body: pageOf(operatorTopupSchema) } },
  },
  'POST /api/admin/topups/{id}/confirm': {
    ...decision,
    id: 'confirmTopup',
    summary: 'Confirm that a manual payment has arrived',
  },
  'POST /api/admin/topups/{id}/reject': {
    ...decision,
    id: 'rejectTopup',
    summary: 'Reject a manual payment that will not arrive',
  },
  'POST /api/admin/topups/{id}/refund': {
    ...decision,
    id: 'refundTopup',
    summary: 'Refund a payment',
  },
  'GET /api/admin/topup-suspensions': {
    id: 'listTopupSuspensions',
    tag: 'Operator',
    summary: 'Wallets that may not be topped up, because a payment was disputed or refunded',
    query: pageSchema,
    answers: { 200: { about: 'A page of wallets.', body: pageOf(suspensionSchema) } },
  },
  'POST /api/admin/topup-suspensions/{id}/lift': {
    id: 'liftTopupSuspension',
    tag: 'Operator',
    summary: 'Lets a wallet be topped up again',
    description: '`id` is the id of the wallet.',
    body: decisionBodySchema,
    isBodyOptional: true,
    isIdempotent: true,
    answers: { 200: { about: 'What was lifted.', body: suspensionSchema } },
  },
  'GET /api/admin/channels': {
    id: 'listAllChannels',
    tag: 'Operator',
    summary: 'All payment channels, closed ones too',
    answers: {
      200: { about: 'The channels.', body: z.object({ items: z.array(listedChannelSchema) }) },
    },
  },
  'PUT /api/admin/channels/{id}': {
    id: 'setChannel',
    tag: 'Operator',
    summary: 'Open, change or close a payment channel',
    body: channelBodySchema,
    isIdempotent: true,
    answers: { 200: { about: 'The channel.', body: channelSettingsSchema } },
  },
});
