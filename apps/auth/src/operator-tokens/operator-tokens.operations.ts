import { operatorScopes } from '@tollgate/identity';
import { defineOperations, timeField } from '@tollgate/http';
import { z } from 'zod';
import { timeInput } from '../keys/key-fields';

const namePattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export const createOperatorTokenBody = z.strictObject({
  name: z
    .string()
    .regex(namePattern, 'must have 1 to 64 of a-z, 0-9, dot, dash and underscore')
    .meta({ description: 'The audit log names the token by it; it can never be used again.' }),
  scopes: z
    .array(z.enum(operatorScopes))
    .min(1)
    .max(operatorScopes.length)
    .transform((scopes) => [...new Set(scopes)])
    .meta({
      description:
        '`read` reads every operator route; `catalog`, `money` and `users` read and write their ' +
        'area. Terms of organizations need `users` and `money`.',
    }),
  expiresAt: timeInput.optional().meta({ description: 'Left out or null: never.' }),
});

const tokenFields = {
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(operatorScopes)),
  tokenPrefix: z.string(),
  tokenSuffix: z.string(),
  createdBy: z.string(),
  createdAt: timeField,
  expiresAt: timeField.nullable(),
  lastUsed: timeField.nullable().meta({ description: 'To the minute.' }),
};

export const operatorTokenSchema = z.object(tokenFields).meta({ id: 'OperatorToken' });

const createdTokenSchema = z
  .object({
    ...tokenFields,
    token: z.string().nullable().meta({ description: 'The secret; shown here and never again.' }),
  })
  .meta({ id: 'CreatedOperatorToken' });

const description = 'For the admin token and operators with a session; no operator token may.';

/** Tokens for programs that operate the service. */
export const operatorTokenOperations = defineOperations({
  'GET /api/admin/tokens': {
    id: 'listOperatorTokens',
    tag: 'Operator',
    summary: 'Operator tokens, newest first',
    description,
    answers: {
      200: {
        about: 'Those that are not revoked.',
        body: z.object({ items: z.array(operatorTokenSchema) }),
      },
    },
  },
  'POST /api/admin/tokens': {
    id: 'createOperatorToken',
    tag: 'Operator',
    summary: 'Make a named operator token',
    description,
    body: createOperatorTokenBody,
    isIdempotent: true,
    answers: { 201: { about: 'The token with its secret.', body: createdTokenSchema } },
  },
  'DELETE /api/admin/tokens/{id}': {
    id: 'revokeOperatorToken',
    tag: 'Operator',
    summary: 'Revoke an operator token',
    description,
    answers: { 204: { about: 'It is refused from now on.' } },
  },
});
