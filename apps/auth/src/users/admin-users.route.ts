import type { RequestHandler } from 'express';
import type { z } from 'zod';
import {
  getPathParameter,
  getRequestId,
  readJsonBody,
  validate,
  validateQuery,
} from '@tollgate/http';
import { answerOperatorWrite, type IdempotencyStore } from '@tollgate/idempotency';
import { readOperator } from '@tollgate/identity';
import { renderAdminUser, renderUserOverview } from '../accounts/render-account';
import type { Actor } from '../shared/audit';
import { toOperatorActor } from '../shared/caller.http';
import {
  suspendUserBody,
  unsuspendUserBody,
  updateUserBody,
  usersQuery,
} from './admin-users.operations';
import type { GetUser } from './get-user';
import type { ListUsers } from './list-users';
import type { UserFilter } from './ports';
import type { SuspendUser } from './suspend-user';
import type { UnsuspendUser } from './unsuspend-user';
import type { UpdateUser } from './update-user';
import { normalizeEmail, type User } from './user';

/** GET /api/admin/users */
export function listUsersRoute(listUsers: ListUsers): RequestHandler {
  return async (request, response) => {
    const query = validateQuery(usersQuery, request.query);
    const page = { before: query.cursor, limit: query.limit };
    const { next, users } = await listUsers(readFilter(query), page);
    response.json({ items: users.map(renderAdminUser), nextCursor: next });
  };
}

/** GET /api/admin/users/{id} */
export function getUserRoute(getUser: GetUser): RequestHandler {
  return async (request, response) => {
    const overview = await getUser(getPathParameter(request, 'id'), getRequestId(response));
    response.json(renderUserOverview(overview));
  };
}

/** PATCH /api/admin/users/{id} */
export function updateUserRoute(updateUser: UpdateUser): RequestHandler {
  return async (request, response) => {
    const body = await readJsonBody(request);
    const { emailVerified, name, role } = validate(updateUserBody, body);
    const change = {
      ...(name !== undefined && { name }),
      ...(role !== undefined && { role }),
      ...(emailVerified !== undefined && { isEmailVerified: emailVerified }),
    };
    const user = await updateUser({
      actor: toOperatorActor(readOperator(response)),
      userId: getPathParameter(request, 'id'),
      action: 'admin.user.update',
      change: () => change,
    });
    response.json(renderAdminUser(user));
  };
}

/** POST /api/admin/users/{id}/suspend */
export function suspendUserRoute(
  suspendUser: SuspendUser,
  store: IdempotencyStore,
): RequestHandler {
  return answerWrite(store, (target, body) =>
    suspendUser({ ...target, reason: validate(suspendUserBody, body).reason }),
  );
}

/** POST /api/admin/users/{id}/unsuspend */
export function unsuspendUserRoute(
  unsuspendUser: UnsuspendUser,
  store: IdempotencyStore,
): RequestHandler {
  return answerWrite(store, (target, body) => {
    validate(unsuspendUserBody, body);
    return unsuspendUser(target);
  });
}

/** A write that is done once per `Idempotency-Key`, and answers with the user. */
function answerWrite(
  store: IdempotencyStore,
  write: (
    target: { readonly actor: Actor; readonly userId: string },
    body: Record<string, unknown>,
  ) => Promise<User>,
): RequestHandler {
  return answerOperatorWrite({
    store,
    run: async ({ body, id: userId, operator }) => {
      const user = await write({ actor: toOperatorActor(operator), userId }, body);
      return { status: 200, body: renderAdminUser(user) };
    },
  });
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
