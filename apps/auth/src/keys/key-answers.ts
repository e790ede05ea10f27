import { z } from 'zod';
import { keyTypes } from './api-key';

const usd = z.number();
const usdOrNull = usd.nullable();
const time = z.string();
const period = z.enum(['daily', 'weekly', 'monthly']).nullable();

const spend = {
  usage: usd.meta({ description: 'Spent so far, in USD.' }),
  usage_daily: usd.meta({ description: 'Spent since 00:00 UTC.' }),
  usage_weekly: usd.meta({ description: 'Spent since Monday, UTC.' }),
  usage_monthly: usd.meta({ description: 'Spent since the first of the month, UTC.' }),
};

const ender = z.object({
  userId: z.string(),
  email: z.string().nullable().meta({ description: 'Null: the account was deleted.' }),
  keyId: z
    .string()
    .nullable()
    .meta({ description: 'The management key that was used; null: a session.' }),
});

/** A key as its managers see it: both spellings of each field, never the secret. */
export const keySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    label: z.string().meta({ description: 'The same as `name`.' }),
    keyType: z.enum(keyTypes),
    keyPrefix: z.string().meta({ description: 'The first characters of the secret.' }),
    keySuffix: z.string().meta({ description: 'The last characters of the secret.' }),
    enabled: z.boolean(),
    disabled: z.boolean(),
    spendLimitUsd: usdOrNull,
    spendLimitPeriod: z
      .string()
      .nullable()
      .meta({ description: 'The period in the word it was set with.' }),
    limit: usdOrNull.meta({ description: 'The same as `spendLimitUsd`.' }),
    limit_reset: period,
    limit_remaining: usdOrNull.meta({ description: 'What the limit leaves in this period.' }),
    ...spend,
    expiresAt: time.nullable(),
    expires_at: time.nullable(),
    createdAt: time,
    created_at: time,
    lastUsed: time.nullable(),
    requestCount: z.int(),
    totalTokens: z.int(),
    allowedCidrs: z.array(z.string()),
    freeFallback: z.boolean(),
    orgId: z.string().nullable(),
    teamId: z.string().nullable(),
    memberId: z.string().nullable(),
    scopes: z.array(z.enum(['inference', 'keys', 'keys:admin'])),
    previousSecretEndsAt: time.nullable().meta({
      description:
        'After a rotation: until then the secret from before works as well. Null: it does not.',
    }),
    disabledAt: time.nullable().meta({
      description: 'Null: the key is enabled, or was disabled before this was recorded.',
    }),
    disabledBy: ender.nullable().meta({
      description:
        'Null as above, when the system disabled the key because its team or member left, and ' +
        'for billing_viewer.',
    }),
    deletedAt: time.nullable().meta({ description: 'Null: the key is not deleted.' }),
    deletedBy: ender.nullable().meta({
      description: 'Null as above, when it was not recorded, and for billing_viewer.',
    }),
  })
  .meta({ id: 'Key' });

const rateLimit = z.object({
  requests: z.int(),
  interval: z.literal('1m'),
  note: z.string(),
});

/** GET /v1/key */
export const currentKeySchema = z
  .object({
    label: z.string(),
    limit: usdOrNull,
    limit_remaining: usdOrNull.meta({
      description:
        'Of the limit; without one, of the balance, which sessions of institutions do not see.',
    }),
    limit_reset: period,
    expires_at: time.nullable(),
    is_free_tier: z.boolean(),
    is_management_key: z.boolean(),
    is_provisioning_key: z.boolean(),
    ...spend,
    requests: z.int(),
    requests_daily: z.int(),
    requests_weekly: z.int(),
    requests_monthly: z.int(),
    rate_limit: rateLimit,
    session_quota: z
      .object({
        requests: z.int().nullable().meta({ description: 'Null: no bound.' }),
        tokens: z.int().nullable().meta({ description: 'Null: no bound.' }),
        tokens_used: z.int(),
      })
      .optional()
      .meta({ description: 'Of the whole session; only for sessions of institutions.' }),
  })
  .meta({ id: 'CurrentKey' });

/** GET /v1/auth/key */
export const shortCurrentKeySchema = z
  .object({
    label: z.string(),
    usage: usd,
    limit: usdOrNull,
    is_free_tier: z.boolean(),
    rate_limit: rateLimit,
  })
  .meta({ id: 'ShortCurrentKey' });
