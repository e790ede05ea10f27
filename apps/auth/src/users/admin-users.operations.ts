import {
  cursorField,
  defineOperations,
  orderField,
  pageOf,
  searchField,
  textField,
} from '@tollgate/http';
import { z } from 'zod';
import { adminUserOverviewSchema, adminUserSchema } from '../accounts/account-answers';
import { nameField } from '../accounts/account-fields';
import { userSorts } from './user-page';

const pageSizeDefault = 50;
const pageSizeMax = 200;
const emailCharactersMax = 254;
const reasonCharactersMax = 500;
const role = z.enum(['user', 'operator']);

export const usersQuery = z.object({
  search: searchField.meta({
    description:
      'The beginning of an address or of a name, or a whole id; upper and lower case are alike.',
  }),
  email: textField(emailCharactersMax)
    .optional()
    .meta({ description: 'A whole address, or the beginning of some.' }),
  suspended: z.enum(['true', 'false']).optional(),
  role: role.optional(),
  sort: z
    .enum(userSorts)
    .default('createdAt')
    .meta({ description: '`name`: users without a name are the first.' }),
  order: orderField.default('desc'),
  cursor: cursorField,
  limit: z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeDefault),
});

export const updateUserBody = z.strictObject({
  name: nameField.optional(),
  role: role.optional(),
  emailVerified: z.boolean().optional(),
});
export const suspendUserBody = z.strictObject({ reason: textField(reasonCharactersMax) });
export const unsuspendUserBody = z.strictObject({});

const user = { about: 'The user afterwards.', body: adminUserSchema };

/** Users, as operators look after them. */
export const adminUserOperations = defineOperations({
  'GET /api/admin/users': {
    id: 'listUsers',
    tag: 'Operator',
    summary: 'Users, by default newest first',
    query: usersQuery,
    answers: { 200: { about: 'A page of users.', body: pageOf(adminUserSchema) } },
  },
  'GET /api/admin/users/{id}': {
    id: 'getUser',
    tag: 'Operator',
    summary: 'A user with credit, keys and sessions',
    answers: { 200: { about: 'The user.', body: adminUserOverviewSchema } },
  },
  'PATCH /api/admin/users/{id}': {
    id: 'updateUser',
    tag: 'Operator',
    summary: 'Change a user',
    description: 'The last operator keeps the role, and operators cannot remove their own.',
    body: updateUserBody,
    answers: { 200: user },
  },
  'POST /api/admin/users/{id}/suspend': {
    id: 'suspendUser',
    tag: 'Operator',
    summary: 'Refuse all keys and sessions of a user',
    body: suspendUserBody,
    isIdempotent: true,
    answers: { 200: user },
  },
  'POST /api/admin/users/{id}/unsuspend': {
    id: 'unsuspendUser',
    tag: 'Operator',
    summary: 'Let a user in again',
    body: unsuspendUserBody,
    isBodyOptional: true,
    isIdempotent: true,
    answers: { 200: user },
  },
});
