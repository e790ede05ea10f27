import { countField, defineOperations, pageOf, timeField, usdField } from '@tollgate/http';
import { parseDecimal } from '@tollgate/money';
import { z } from 'zod';
import { brakeStates } from '../domain/brake';
import { paymentProviderIds } from '../domain/channel';
import { fxRateDecimals } from '../domain/quote';
import { topupStatuses } from '../domain/topup';
import { channelSettingsSchema, operatorTopupSchema } from './payments.operations';
import { pageFields, pageSchema } from './read-page';

const grantUsdMax = 1_000_000;
const reasonLengthMax = 500;
const transferToLengthMax = 500;
/** The till counts no more than this exactly. */
const limitUsdMax = 9_000_000;
const retryAfterSecondsMax = 86_400;
const fxRateMax = 10n ** 9n * 10n ** BigInt(fxRateDecimals);

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

export const brakeBodySchema = z.object({
  state: z.enum(brakeStates),
  limitUsdPerMinute: z.number().max(limitUsdMax).optional(),
  limitUsdPerHour: z.number().max(limitUsdMax).optional(),
  retryAfter: z.number().int().min(1).max(retryAfterSecondsMax).optional(),
  reason: z.string().max(reasonLengthMax).nullish(),
});
export const brakeSchema = z
  .object({
    state: z.enum(brakeStates),
    limitUsdPerMinute: usdField,
    limitUsdPerHour: usdField,
    retryAfter: z.int().meta({ description: 'Seconds that refused callers are told to wait.' }),
    reason: z.string().nullable(),
    tripped: z.boolean(),
  })
  .meta({ id: 'Brake' });

const figures = z.object({ spend: usdField, tokens: countField, requests: countField });

export const overviewSchema = z
  .object({
    generatedAt: timeField,
    usage: z.object({ thisHour: figures, today: figures, yesterday: figures }),
    topModels: z
      .array(figures.extend({ model: z.string() }))
      .meta({ description: 'Of today, the dearest first.' }),
    credit: z.object({
      wallets: countField,
      balanceUsd: usdField,
      walletsBelowZero: countField,
    }),
    topups: z.object({ pending: countField, withProblem: countField, paidTodayUsd: usdField }),
    users: z
      .object({
        total: countField,
        verified: countField,
        suspended: countField,
        createdLastDay: countField,
      })
      .nullable()
      .meta({ description: 'Null while they cannot be counted.' }),
    brake: z.object({ state: z.enum(brakeStates), tripped: z.boolean() }),
  })
  .meta({ id: 'Overview' });

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

export const operatorOperations = defineOperations({
  'GET /api/admin/overview': {
    id: 'getOverview',
    tag: 'Operator',
    summary: 'The state of the platform on one page',
    answers: { 200: { about: 'Figures at most 5 seconds old.', body: overviewSchema } },
  },
  'GET /api/admin/credits/grants': {
    id: 'listGrants',
    tag: 'Operator',
    summary: 'Credit that was given or taken back',
    query: pageSchema,
    answers: { 200: { about: 'A page of grants.', body: pageOf(grantSchema) } },
  },
  'POST /api/admin/credits/grants': {
    id: 'grantCredit',
    tag: 'Operator',
    summary: 'Gives credit, or takes it back',
    body: grantBodySchema,
    isIdempotent: true,
    answers: { 201: { about: 'The grant.', body: grantSchema } },
  },
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
    summary: 'Says that a manual payment has arrived',
  },
  'POST /api/admin/topups/{id}/reject': {
    ...decision,
    id: 'rejectTopup',
    summary: 'Says that a manual payment will not arrive',
  },
  'POST /api/admin/topups/{id}/refund': {
    ...decision,
    id: 'refundTopup',
    summary: 'Gives a payment back',
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
  'PUT /api/admin/channels/{id}': {
    id: 'setChannel',
    tag: 'Operator',
    summary: 'Opens, changes or closes a way to pay',
    body: channelBodySchema,
    isIdempotent: true,
    answers: { 200: { about: 'The channel.', body: channelSettingsSchema } },
  },
  'GET /api/admin/brake': {
    id: 'getBrake',
    tag: 'Operator',
    summary: 'The global spend brake',
    answers: { 200: { about: 'Its settings and state.', body: brakeSchema } },
  },
  'PUT /api/admin/brake': {
    id: 'setBrake',
    tag: 'Operator',
    summary: 'Sets the global spend brake',
    body: brakeBodySchema,
    answers: { 200: { about: 'Its settings and state.', body: brakeSchema } },
  },
});
