import { z } from 'zod';
import { defineOperations, timeField, usdField } from '@tollgate/http';
import { orgIdField, pageFields } from '../shared/page-fields';
import { paymentProviderIds } from './channel';
import { topupStatuses } from './topup';

const channelLengthMax = 64;
const urlLengthMax = 2_000;

const quoteFields = {
  amountUsd: z.number().meta({ description: 'The credit to buy.' }),
  channel: z.string().min(1).max(channelLengthMax),
};
export const quoteBodySchema = z.strictObject(quoteFields);
export const topupBodySchema = z.strictObject({
  ...quoteFields,
  orgId: z.string().nullish().meta({ description: 'Whose org_admin the caller is.' }),
  returnUrl: z
    .string()
    .max(urlLengthMax)
    .nullish()
    .meta({ description: 'Where the browser goes after paying.' }),
  savePaymentMethod: z
    .boolean()
    .nullish()
    .meta({
      description:
        'The payer agrees that the card is kept for automatic top-ups of this wallet. It replaces a ' +
        'card that was kept before. The card of an organization stays when its payer leaves.',
    }),
});

export const topupsQuerySchema = z.object({ ...pageFields, orgId: orgIdField });

const channelFields = {
  id: z.string(),
  provider: z.enum(paymentProviderIds),
  currency: z.string(),
  localCurrency: z.boolean(),
  minUsd: usdField,
  maxUsd: usdField,
};
export const channelSchema = z.object(channelFields).meta({ id: 'Channel' });
export const channelSettingsSchema = z
  .object({
    ...channelFields,
    fxRate: z.string(),
    enabled: z.boolean(),
    transferTo: z.string(),
  })
  .meta({ id: 'ChannelSettings' });

const amounts = {
  amountUsd: usdField,
  feeUsd: usdField,
  vatUsd: usdField,
  totalUsd: usdField,
  currency: z.string(),
  fxRate: z.number(),
  totalLocal: z.number(),
};
export const amountsSchema = z.object(amounts);
const quoteSchema = z
  .object({ channel: z.string(), provider: z.enum(paymentProviderIds), ...amounts })
  .meta({ id: 'TopupQuote' });

const topupFields = {
  id: z.string(),
  status: z.enum(topupStatuses),
  channel: z.string(),
  provider: z.enum(paymentProviderIds),
  ...amounts,
  automatic: z.boolean().meta({ description: 'Bought by the rule for automatic top-ups.' }),
  checkoutUrl: z.string().nullable(),
  instructions: z.string().nullable(),
  createdAt: timeField.nullable(),
  expiresAt: timeField.nullable(),
  paidAt: timeField.nullable(),
  refundedAt: timeField.nullable(),
};
export const topupSchema = z.object(topupFields).meta({ id: 'Topup' });
export const operatorTopupSchema = z
  .object({
    ...topupFields,
    walletId: z.string(),
    userId: z.string(),
    externalId: z.string().nullable(),
    refundSentAt: timeField.nullable(),
    problem: z.string().nullable(),
    reversedLocal: z.number().meta({
      description: 'What the provider took back by itself, in `currency`.',
    }),
  })
  .meta({ id: 'OperatorTopup' });

export const paymentOperations = defineOperations({
  'GET /api/billing/channels': {
    id: 'listChannels',
    tag: 'Payments',
    summary: 'Payment channels',
    answers: {
      200: { about: 'The open channels.', body: z.object({ channels: z.array(channelSchema) }) },
    },
  },
  'POST /api/billing/topups/quote': {
    id: 'quoteTopup',
    tag: 'Payments',
    summary: 'What a top-up would cost, with fee and tax',
    body: quoteBodySchema,
    answers: { 200: { about: 'The price.', body: quoteSchema } },
  },
  'GET /api/billing/topups': {
    id: 'listTopups',
    tag: 'Payments',
    summary: 'Top-ups of the account, newest first',
    query: topupsQuerySchema,
    answers: {
      200: {
        about: 'A page of top-ups.',
        body: z.object({ topups: z.array(topupSchema), nextCursor: z.string().nullable() }),
      },
    },
  },
  'POST /api/billing/topups': {
    id: 'createTopup',
    tag: 'Payments',
    summary: 'Begins a payment',
    body: topupBodySchema,
    isIdempotent: true,
    answers: { 201: { about: 'The top-up, and where to pay.', body: topupSchema } },
  },
  'GET /api/billing/topups/{id}': {
    id: 'getTopup',
    tag: 'Payments',
    summary: 'One top-up',
    answers: { 200: { about: 'The top-up.', body: topupSchema } },
  },
  'POST /api/billing/topups/{id}/simulate': {
    id: 'simulatePayment',
    tag: 'Payments',
    summary: 'Pretends that a top-up was paid',
    description: 'Only where PAYMENTS_DEV=1; 404 anywhere else.',
    answers: { 200: { about: 'The top-up, paid.', body: topupSchema } },
  },
  'POST /api/billing/webhooks/{provider}': {
    id: 'receivePaymentNotice',
    tag: 'Payments',
    summary: 'Where payment providers report',
    description: "Only the provider's signature counts.",
    answers: { 200: { about: 'Received.', body: z.object({ received: z.literal(true) }) } },
  },
});
