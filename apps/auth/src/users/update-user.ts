import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@tollgate/errors';
import { isTokenActorId } from '@tollgate/identity';
import { isId } from '@tollgate/ids';
import type { Invalidator } from '../keys/ports';
import type { Actor, AuditAction } from '../shared/audit';
import type { AccountDatabase, Clock } from '../shared/ports';
import { makeNoUserError } from './find-users';
import { describeUser, type User } from './user';

export type UserChange = Partial<Pick<User, 'name' | 'role' | 'isEmailVerified' | 'suspension'>>;

export interface UpdateUserInput {
  readonly actor: Actor;
  readonly userId: string;
  readonly action: AuditAction;
  /** What is to change about the user as it is. */
  readonly change: (user: User) => UserChange;
}

export type UpdateUser = (input: UpdateUserInput) => Promise<User>;

/** The admin token may do what no operator may: it can always make a new one. */
const adminTokenId = 'admin-token';

/**
 * An operator's change of an account, in force on every edge when it resolves; nothing is recorded
 * when nothing changes. `not_found`, `conflict` for a deleted account, `bad_request` when an
 * operator would remove their own role, or the last operator's.
 */
export function updateUserUseCase(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
}): UpdateUser {
  return async ({ action, actor, change, userId }) => {
    const now = ports.clock.now();
    const changed = await ports.database.withTransaction(async ({ audit, users }) => {
      // Of two operators that demote each other at the same time the second one is refused.
      const operatorIds = await users.lockOperators();
      const user = isId('user', userId) ? await users.lock(userId) : undefined;
      if (!user) throw makeNoUserError();
      if (user.deletedAt !== null) {
        throw new AppError('conflict', { message: 'This account was deleted' });
      }
      const after = { ...user, ...change(user) };
      assertMayChangeRole(actor, user, after);
      if (isDemotion(user, after)) assertMayDemote(actor, userId, operatorIds);
      const states = { before: describeUser(user), after: describeUser(after) };
      if (isDeepStrictEqual(states.before, states.after)) return user;
      await users.update(after, now);
      await audit.record({ action, actor, target: { type: 'user', id: userId }, ...states });
      return after;
    });
    await ports.invalidator.invalidate({ userId });
    return changed;
  };
}

/** A token that could make operators, or lock them out, would have every scope. */
function assertMayChangeRole(actor: Actor, before: User, after: User): void {
  if (!isTokenActorId(actor.userId)) return;
  if (before.role === after.role && !isDemotion(before, after)) return;
  throw new AppError('forbidden', {
    message: 'An operator token cannot change who is an operator',
  });
}

function isDemotion(before: User, after: User): boolean {
  return isActiveOperator(before) && !isActiveOperator(after);
}

function isActiveOperator({ role, suspension }: User): boolean {
  return role === 'operator' && suspension === null;
}

function assertMayDemote(actor: Actor, userId: string, operatorIds: readonly string[]): void {
  if (actor.userId === adminTokenId) return;
  if (actor.userId === userId) {
    throw new AppError('bad_request', { message: 'Operators cannot take their own rights away' });
  }
  assertOperatorRemains(operatorIds, userId);
}

/** Refuses a change that would leave the service without an operator. */
export function assertOperatorRemains(operatorIds: readonly string[], leavingId: string): void {
  if (!operatorIds.includes(leavingId) || operatorIds.length > 1) return;
  throw new AppError('bad_request', { message: 'The last operator must stay one' });
}
