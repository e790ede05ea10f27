import { cursorField, defineOperations, orderField, textField } from '@tollgate/http';
import { z } from 'zod';
import { currentKeySchema, keySchema, shortCurrentKeySchema } from './key-answers';
import { createKeyBody, rotateKeyBody, updateKeyBody } from './key-bodies';
import { keySorts } from './key-page';

const pageSizeMax = 100;
const offsetMax = 1_000_000;
const searchCharactersMax = 100;
const idsCharactersMax = 4_000;

export const keyPageQuery = z.object({
  include_disabled: z
    .enum(['true', 'false', '1', '0'])
    .default('true')
    .meta({ description: 'Whether keys that are switched off are listed.' }),
  status: z
    .enum(['current', 'deleted'])
    .default('current')
    .meta({
      description:
        '`deleted`: only the deleted keys, at most the 10,000 that were deleted last; `current`: ' +
        'all others.',
    }),
  id: textField(idsCharactersMax)
    .transform((text) => text.split(','))
    .refine((ids) => ids.length <= pageSizeMax, { error: `must be at most ${pageSizeMax} ids` })
    .optional()
    .meta({
      description:
        `Only the keys with these ids, up to ${pageSizeMax} with commas between them, even if they ` +
        'are disabled or deleted; without those that the caller may not read.',
    }),
  search: textField(searchCharactersMax)
    .optional()
    .meta({
      description:
        'Part of the name, or the beginning or the end of the secret; upper and lower case are ' +
        'alike.',
    }),
  sort: z
    .enum(keySorts)
    .default('createdAt')
    .meta({
      description:
        '`spend` is all that the key has spent. `expiresAt`: keys without an end are the latest. ' +
        '`lastUsedAt`: keys that were never used are the earliest. `owner` is the mail address of ' +
        'the member; keys that are bound to no member come after all others. `deletedAt` is for ' +
        'deleted keys.',
    }),
  order: orderField.default('asc'),
  cursor: cursorField,
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(offsetMax)
    .default(0)
    .meta({ description: 'How many keys are skipped; not together with `cursor`.' }),
  limit: z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeMax),
});

const list = {
  tag: 'Keys',
  query: keyPageQuery,
  answers: {
    200: {
      about:
        'By default without the deleted ones, oldest first; `keys` and `data` are the same list.',
      body: z.object({
        keys: z.array(keySchema),
        data: z.array(keySchema),
        nextCursor: z.string().nullable().meta({ description: '`cursor` of the next page.' }),
      }),
    },
  },
} as const;

const create = {
  tag: 'Keys',
  body: createKeyBody,
  isIdempotent: true,
  answers: {
    201: {
      about: 'The new key. A replay of this answer has `key: null`: secrets are not kept.',
      body: keySchema.extend({
        key: z.string().nullable().meta({ description: 'The secret, shown this once.' }),
      }),
    },
  },
} as const;

const rotate = {
  tag: 'Keys',
  description:
    'The key stays the same one, with its settings, spend and caps. Its present secret works on ' +
    'for the grace; a secret from before it ends at once.',
  body: rotateKeyBody,
  isBodyOptional: true,
  isIdempotent: true,
  answers: {
    200: {
      about: 'The key. A replay of this answer has `key: null`: secrets are not kept.',
      body: keySchema.extend({
        key: z.string().nullable().meta({ description: 'The new secret, shown this once.' }),
      }),
    },
  },
} as const;

const update = {
  tag: 'Keys',
  description:
    'Settings that are not sent stay as they are; fields that are no settings are ignored.',
  body: updateKeyBody,
  answers: {
    200: {
      about: 'In force for new calls; calls that run are finished.',
      body: z.object({ updated: z.literal(true) }),
    },
  },
} as const;

const remove = {
  tag: 'Keys',
  answers: { 204: { about: 'The key is refused from now on; its usage stays in the reports.' } },
} as const;

export const keyOperations = defineOperations({
  'GET /v1/keys': { id: 'listKeys', summary: 'List keys', ...list },
  'POST /v1/keys': { id: 'createKey', summary: 'Make a key', ...create },
  'GET /v1/keys/{id}': {
    id: 'getKey',
    tag: 'Keys',
    summary: 'Read a key',
    answers: { 200: { about: 'The key.', body: z.object({ data: keySchema }) } },
  },
  'PATCH /v1/keys/{id}': { id: 'updateKey', summary: 'Change a key', ...update },
  'DELETE /v1/keys/{id}': { id: 'deleteKey', summary: 'Delete a key', ...remove },

  'GET /api/account/keys': { id: 'listAccountKeys', summary: 'List your keys', ...list },
  'POST /api/account/keys': {
    id: 'createAccountKey',
    summary: 'Make a key for yourself',
    description: 'Use it to create the first management key.',
    ...create,
  },
  'PATCH /api/account/keys/{id}': {
    id: 'updateAccountKey',
    summary: 'Change one of your keys',
    ...update,
  },
  'DELETE /api/account/keys/{id}': {
    id: 'deleteAccountKey',
    summary: 'Delete one of your keys',
    ...remove,
  },

  'POST /api/account/keys/{id}/rotate': {
    id: 'rotateAccountKey',
    summary: 'Give one of your keys a new secret',
    ...rotate,
  },
  'GET /api/orgs/{orgId}/keys': {
    id: 'listOrgKeys',
    summary: 'List the keys of an organization',
    description: 'A team_admin sees those of its team and of its members.',
    ...list,
  },
  'POST /api/orgs/{orgId}/keys': {
    id: 'createOrgKey',
    summary: 'Make a key of an organization',
    description:
      'It pays from the wallet of the organization. Management keys are for who makes them.',
    ...create,
  },
  'PATCH /api/orgs/{orgId}/keys/{id}': {
    id: 'updateOrgKey',
    summary: 'Change a key of an organization',
    ...update,
  },
  'DELETE /api/orgs/{orgId}/keys/{id}': {
    id: 'deleteOrgKey',
    summary: 'Delete a key of an organization',
    ...remove,
  },

  'POST /api/orgs/{orgId}/keys/{id}/rotate': {
    id: 'rotateOrgKey',
    summary: 'Give a key of an organization a new secret',
    ...rotate,
  },
  'GET /v1/key': {
    id: 'getCurrentKey',
    tag: 'Keys',
    summary: 'What the calling key is, may and has spent',
    answers: { 200: { about: 'The key.', body: z.object({ data: currentKeySchema }) } },
  },
  'GET /v1/auth/key': {
    id: 'getCurrentKeyBriefly',
    tag: 'Keys',
    summary: 'The calling key in short',
    answers: { 200: { about: 'The key.', body: z.object({ data: shortCurrentKeySchema }) } },
  },
});
