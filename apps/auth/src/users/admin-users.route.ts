import type { RequestHandler } from 'express';
import type { z } from 'zod';
import {
  getPathParameter,
  getRequestId,
  type Handlers,
  normalizeEmail,
  readJsonBody,
  readSortedPage,
  readSortedQuery,
  validate,
  validateQuery,
} from '@tollgate/http';
import { answerOperatorWrite, type IdempotencyStore } from '@tollgate/idempotency';
import { readOperator } from '@tollgate/identity';
import { renderAdminUser, renderUserOverview } from '../accounts/render-account';
import { toOperatorActor } from '../shared/caller.http';
import type { Clock } from '../shared/ports';
import {
  suspendUserBody,
  unsuspendUserBody,
  updateUserBody,
  usersQuery,
  type adminUserOperations,
} from './admin-users.operations';
import type { GetUser } from './get-user';
import type { UserDirectory, UserFilter } from './ports';
import type { UpdateUser, UpdateUserInput } from './update-user';
import { userCursors } from './user-page';

export interface AdminUsersOptions {
  readonly users: Pick<UserDirectory, 'list'>;
  readonly getUser: GetUser;
  readonly updateUser: UpdateUser;
  readonly idempotency: IdempotencyStore;
  readonly clock: Clock;
}

export function createAdminUserHandlers(
  options: AdminUsersOptions,
): Handlers<typeof adminUserOperations> {
  const { clock, getUser, updateUser, users } = options;
  return {
    'GET /api/admin/users': async (request, response) => {
      const query = validateQuery(usersQuery, request.query);
      const page = readSortedQuery(userCursors, query);
      const { items, nextCursor } = await readSortedPage(userCursors, page, (more) =>
        users.list(readFilter(query), more),
      );
      response.json({ items: items.map(renderAdminUser), nextCursor });
    },

    'GET /api/admin/users/{id}': async (request, response) => {
      const overview = await getUser(getPathParameter(request, 'id'), getRequestId(response));
      response.json(renderUserOverview(overview));
    },

    'PATCH /api/admin/users/{id}': async (request, response) => {
      const body = validate(updateUserBody, await readJsonBody(request));
      const actor = toOperatorActor(readOperator(response));
      const userId = getPathParameter(request, 'id');
      const change = () => readChange(body);
      const user = await updateUser({ actor, userId, action: 'admin.user.update', change });
      response.json(renderAdminUser(user));
    },

    // Suspending twice is no error: the time of the first one stays.
    'POST /api/admin/users/{id}/suspend': answerWrite(options, 'admin.user.suspend', (body) => {
      const { reason } = validate(suspendUserBody, body);
      return ({ suspension }) => ({
        suspension: { since: suspension?.since ?? clock.now(), reason },
      });
    }),

    'POST /api/admin/users/{id}/unsuspend': answerWrite(options, 'admin.user.unsuspend', (body) => {
      validate(unsuspendUserBody, body);
      return () => ({ suspension: null });
    }),
  };
}

/** A write that is done once per `Idempotency-Key`, and answers with the user. */
function answerWrite(
  { idempotency: store, updateUser }: AdminUsersOptions,
  action: UpdateUserInput['action'],
  readChangeOf: (body: Record<string, unknown>) => UpdateUserInput['change'],
): RequestHandler {
  return answerOperatorWrite({
    store,
    run: async ({ body, id: userId, operator }) => {
      const actor = toOperatorActor(operator);
      const user = await updateUser({ actor, userId, action, change: readChangeOf(body) });
      return { status: 200, body: renderAdminUser(user) };
    },
  });
}

function readChange({ emailVerified, name, role }: z.output<typeof updateUserBody>) {
  return {
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    ...(emailVerified !== undefined && { isEmailVerified: emailVerified }),
  };
}

function readFilter({ email, role, suspended }: z.output<typeof usersQuery>): UserFilter {
  return {
    ...(email !== undefined && { email: readEmail(email) }),
    ...(role !== undefined && { role }),
    ...(suspended !== undefined && { isSuspended: suspended === 'true' }),
  };
}

function readEmail(text: string): NonNullable<UserFilter['email']> {
  const whole = normalizeEmail(text);
  return whole === undefined
    ? { text: text.normalize('NFC').toLowerCase(), match: 'beginning' }
    : { text: whole, match: 'whole' };
}
