import { countField, timeField, usdField } from '@tollgate/http';
import { z } from 'zod';

const role = z.enum(['user', 'operator']);

const userFields = {
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role,
  emailVerified: z.boolean(),
  suspended: z.boolean(),
  createdAt: timeField,
};

/** A user as the person sees it. */
export const userSchema = z.object(userFields).meta({ id: 'User' });

export const creditsSchema = z
  .object({
    balance: usdField,
    totalCredits: usdField,
    totalUsage: usdField,
    reserved: usdField.meta({ description: 'Held for calls that run.' }),
  })
  .meta({ id: 'AccountCredits' });

export const accountSchema = z
  .object({
    user: userSchema,
    credits: creditsSchema,
    freeTier: z.boolean(),
    organizations: z.array(z.object({ id: z.string(), name: z.string(), role: z.string() })),
    locale: z.string().nullable(),
    freeFallback: z.boolean().meta({ description: 'Calls beyond a free quota are paid.' }),
  })
  .meta({ id: 'Account' });

const sessionFields = { id: z.string(), createdAt: timeField, expiresAt: timeField };

export const currentSessionSchema = z.object(sessionFields).meta({ id: 'CurrentSession' });

export const sessionSchema = z
  .object({
    ...sessionFields,
    lastRenewedAt: timeField.optional(),
    userAgent: z.string().meta({ description: 'How the client named itself at the login.' }),
    ip: z.string(),
    current: z.boolean().meta({ description: 'Whether it is the one that asks.' }),
  })
  .meta({ id: 'Session' });

const adminUserFields = {
  ...userFields,
  suspendedAt: timeField.nullable(),
  suspendedReason: z.string().nullable(),
  locale: z.string().nullable(),
  freeFallback: z.boolean(),
  deletedAt: timeField.nullable(),
};

/** A user as operators see it. */
export const adminUserSchema = z.object(adminUserFields).meta({ id: 'AdminUser' });

export const adminUserOverviewSchema = z
  .object({
    ...adminUserFields,
    credits: creditsSchema,
    keyCount: countField,
    sessionCount: countField,
  })
  .meta({ id: 'AdminUserOverview' });

const breakerSettings = z.object({
  cbEnabled: z.boolean(),
  cbMinuteUsd: usdField.nullable(),
  cbHourlyUsd: usdField.nullable(),
});

export const breakerSchema = z
  .object({
    settings: breakerSettings,
    resolvedSettings: breakerSettings.meta({ description: 'With the defaults filled in.' }),
    liveSpend: z.object({ minuteSpend: usdField, hourSpend: usdField }),
  })
  .meta({ id: 'AccountBreaker' });
