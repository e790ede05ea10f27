import { defineOperations, emailField, textField } from '@tollgate/http';
import { z } from 'zod';
import { timeInput } from '../keys/key-fields';
import {
  createdInstitutionKeySchema,
  institutionClassSchema,
  institutionKeySchema,
  institutionSessionSchema,
  verifiedSchema,
} from './institution-answers';
import { sessionStatuses } from './institution-session';

const secretCharactersMax = 200;
const emailCharactersMax = 1_000;
const nameCharactersMax = 100;
const idCharactersMax = 64;
const pageSizeMax = 100;
const offsetMax = 1_000_000;

const key = z.string().max(secretCharactersMax).meta({ description: 'The `sk-edu-` key.' });
/** Every address is accepted: the answer must not reveal which addresses are valid. */
const email = z.string().max(emailCharactersMax).meta({ format: 'email' });

export const requestCodeBody = z.object({ key, email });
export const verifyCodeBody = z.object({
  key,
  email,
  code: z.string().max(secretCharactersMax).meta({ description: 'The six digits of the mail.' }),
});

export const createInstitutionKeyBody = z.object({
  name: textField(nameCharactersMax),
  expiresAt: timeInput.optional(),
});
export const updateInstitutionKeyBody = z.object({
  enabled: z.boolean().optional(),
  expiresAt: timeInput.optional(),
});

const keyId = z
  .string()
  .min(1)
  .max(idCharactersMax)
  .meta({ description: 'Only sessions that began with this key: of one class.' });

export const institutionSessionsQuery = z.object({
  email: emailField.optional(),
  keyId: keyId.optional(),
  status: z.enum(sessionStatuses).optional(),
  offset: z.coerce.number().int().min(0).max(offsetMax).default(0),
  limit: z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeMax),
});

export const revokeSessionsBody = z
  .object({
    email: emailField.nullish(),
    keyId: keyId.nullish(),
    all: z.boolean().nullish(),
  })
  .refine(({ all, email: who, keyId: id }) => all === true || who != null || id != null, {
    error: 'email, keyId or all must say which sessions end',
    params: { reason: 'missing_required_field' },
  });

const forTeachers = 'For org_admin; a teacher reaches only sessions of its classes.';
const refusals = 'Refusals are `{"error":"<word>"}` here';

/** How the people of an institution get in, and how it manages that. */
export const institutionOperations = defineOperations({
  'POST /api/edu/request-code': {
    id: 'requestInstitutionCode',
    tag: 'Sign-in',
    summary: 'Ask for a mailed code',
    description: `The answer is the same for every key and address. ${refusals}: 429 \`cooldown\` or \`rate_limited\`.`,
    body: requestCodeBody,
    answers: {
      200: {
        about: 'Accepted; a mail comes if the key and the address are right.',
        body: z.object({ ok: z.literal(true), sent: z.literal(true) }),
      },
    },
  },
  'POST /api/edu/verify': {
    id: 'verifyInstitutionCode',
    tag: 'Sign-in',
    summary: 'Exchange a mailed code for a session',
    description: `${refusals}: 400 \`invalid\`, and 429 \`too_many_attempts\` after five guesses.`,
    body: verifyCodeBody,
    answers: { 200: { about: 'The session.', body: verifiedSchema } },
  },
  'GET /api/orgs/{orgId}/edu-keys': {
    id: 'listInstitutionKeys',
    tag: 'Organizations',
    summary: 'List the keys that an institution hands out',
    answers: {
      200: { about: 'Oldest first.', body: z.object({ keys: z.array(institutionKeySchema) }) },
    },
  },
  'POST /api/orgs/{orgId}/edu-keys': {
    id: 'createInstitutionKey',
    tag: 'Organizations',
    summary: 'Make a key to hand out',
    body: createInstitutionKeyBody,
    isIdempotent: true,
    answers: {
      201: {
        about: 'The new key. A replay of this answer has `key: null`: secrets are not kept.',
        body: createdInstitutionKeySchema,
      },
    },
  },
  'PATCH /api/orgs/{orgId}/edu-keys/{keyId}': {
    id: 'updateInstitutionKey',
    tag: 'Organizations',
    summary: 'Switch an institution key on or off',
    description: 'Sessions that began with it go on.',
    body: updateInstitutionKeyBody,
    answers: { 200: { about: 'The key afterwards.', body: institutionKeySchema } },
  },
  'DELETE /api/orgs/{orgId}/edu-keys/{keyId}': {
    id: 'deleteInstitutionKey',
    tag: 'Organizations',
    summary: 'Delete an institution key, and end its sessions',
    answers: { 204: { about: 'Deleted.' } },
  },
  'PUT /api/orgs/{orgId}/edu-keys/{keyId}/teachers/{memberId}': {
    id: 'assignInstitutionTeacher',
    tag: 'Organizations',
    summary: 'Give a class to a teacher',
    description:
      'A class is an institution key. The member needs the role `teacher`; it sees and ends the ' +
      'sessions that began with the key.',
    answers: { 204: { about: 'The member teaches the class.' } },
  },
  'DELETE /api/orgs/{orgId}/edu-keys/{keyId}/teachers/{memberId}': {
    id: 'removeInstitutionTeacher',
    tag: 'Organizations',
    summary: 'Take a class from a teacher',
    answers: { 204: { about: 'The member no longer reaches the sessions of the class.' } },
  },
  'GET /api/orgs/{orgId}/edu-classes': {
    id: 'listInstitutionClasses',
    tag: 'Organizations',
    summary: 'List the classes of an institution',
    description: 'For org_admin; a teacher sees its own classes.',
    answers: {
      200: {
        about: 'Oldest first.',
        body: z.object({ classes: z.array(institutionClassSchema) }),
      },
    },
  },
  'GET /api/orgs/{orgId}/edu-sessions': {
    id: 'listInstitutionSessions',
    tag: 'Organizations',
    summary: 'Whom the institution let in, newest first',
    description: forTeachers,
    query: institutionSessionsQuery,
    answers: {
      200: {
        about: 'With what each has used.',
        body: z.object({ sessions: z.array(institutionSessionSchema) }),
      },
    },
  },
  'DELETE /api/orgs/{orgId}/edu-sessions/{id}': {
    id: 'revokeInstitutionSession',
    tag: 'Organizations',
    summary: 'End a session',
    description: forTeachers,
    answers: { 204: { about: 'Its token is refused from now on.' } },
  },
  'POST /api/orgs/{orgId}/edu-sessions/revoke': {
    id: 'revokeInstitutionSessions',
    tag: 'Organizations',
    summary: 'End sessions of an address, of a key, or all',
    description: forTeachers,
    body: revokeSessionsBody,
    answers: {
      200: { about: 'How many were ended.', body: z.object({ revoked: z.int().min(0) }) },
    },
  },
});
