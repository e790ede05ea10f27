import { defineOperations, usdSchema } from '@tollgate/http';
import { z } from 'zod';
import { accountSchema, breakerSchema } from './account-answers';
import { localeField, nameField, newPasswordField, passwordField } from './account-fields';
import { breakerNanosMin } from './circuit-breaker';

/** Unknown fields are ignored, so a user cannot change their own role. */
export const updateAccountBody = z.object({
  name: nameField.optional(),
  locale: localeField.optional(),
  freeFallback: z.boolean().optional(),
});
export const changePasswordBody = z.object({ current: passwordField, new: newPasswordField });
export const deleteAccountBody = z.object({ password: passwordField });

const breakerAmount = usdSchema
  .refine((nanos) => nanos >= breakerNanosMin, {
    error: 'must be at least 0.01 USD, or null for the default',
    params: { reason: 'unsupported_param' },
  })
  .nullable()
  .optional();

export const updateBreakerBody = z.object({
  cbEnabled: z.boolean().optional(),
  cbMinuteUsd: breakerAmount,
  cbHourlyUsd: breakerAmount,
});

const account = { about: 'The account.', body: accountSchema };
const breaker = { about: 'The breaker as it is set and as it counts.', body: breakerSchema };

/** What people do with their own account. */
export const accountOperations = defineOperations({
  'GET /api/account': {
    id: 'getAccount',
    tag: 'Account',
    summary: 'Your account and its credit',
    answers: { 200: account },
  },
  'PATCH /api/account': {
    id: 'updateAccount',
    tag: 'Account',
    summary: 'Change your account',
    body: updateAccountBody,
    answers: { 200: account },
  },
  'DELETE /api/account': {
    id: 'deleteAccount',
    tag: 'Account',
    summary: 'Delete your account',
    description: 'Keys and sessions end at once; what was paid and used stays in the books.',
    body: deleteAccountBody,
    answers: { 202: { about: 'Deleted.', body: z.object({ deleted: z.literal(true) }) } },
  },
  'POST /api/account/password': {
    id: 'changePassword',
    tag: 'Account',
    summary: 'Change your password',
    description: 'Every other session ends. A wrong current password is 403 and counts as a guess.',
    body: changePasswordBody,
    answers: { 204: { about: 'In force.' } },
  },
  'DELETE /api/account/sessions': {
    id: 'endOtherSessions',
    tag: 'Account',
    summary: 'End all your sessions but this one',
    answers: { 204: { about: 'Their cookies are refused from now on.' } },
  },
  'GET /api/account/circuit-breaker': {
    id: 'getAccountBreaker',
    tag: 'Account',
    summary: 'Your spend breaker',
    answers: { 200: breaker },
  },
  'PATCH /api/account/circuit-breaker': {
    id: 'updateAccountBreaker',
    tag: 'Account',
    summary: 'Change your spend breaker',
    body: updateBreakerBody,
    answers: { 200: breaker },
  },
});
