import { AppError } from '@tollgate/errors';
import { assertOperatorRemains } from '../domain/assert-operator-remains';
import { makeTombstone, type User } from '../domain/user';
import { makeWrongPasswordError, type CheckOwnPassword } from './check-own-password';
import type { AccountDatabase, Actor, Clock, Invalidator, Stores } from './ports';

export type DeleteAccount = (input: {
  readonly actor: Actor;
  readonly password: string;
}) => Promise<void>;

interface DeleteAccountPorts {
  readonly database: AccountDatabase;
  readonly checkOwnPassword: CheckOwnPassword;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
}

/** No password has this hash. */
const noPassword = 'deleted';

/**
 * Ends the account, its keys and its sessions everywhere. Its id stays, for the ledger and the
 * audit log; its address may sign up again. `forbidden` for a wrong password, which counts as a
 * guess; `bad_request` for the last operator.
 */
export function createDeleteAccount(ports: DeleteAccountPorts): DeleteAccount {
  return async ({ actor, password }) => {
    const passwordHash = await ports.checkOwnPassword(actor, password);
    const { userId } = actor;
    const now = ports.clock.now();
    await ports.database.withTransaction(async (stores) => {
      const { users } = stores;
      // All of them before the account itself, as everybody does: nobody waits in a circle.
      assertOperatorRemains(await users.lockOperators(), userId);
      const user = await users.lock(userId);
      const current = await users.findWithPassword(userId);
      if (!user || user.deletedAt !== null) throw new AppError('unauthenticated');
      if (current?.passwordHash !== passwordHash) throw makeWrongPasswordError();
      await bury(stores, user, now);
      await recordEnd(stores, { user, actor, now });
    });
    await ports.invalidator.invalidate({ userId });
  };
}

/** Nothing that says who it was is left in the account. */
async function bury({ mails, sessions, tokens, users }: Stores, user: User, now: Date) {
  await users.update(
    {
      ...user,
      email: makeTombstone(user.id),
      name: null,
      locale: null,
      role: 'user',
      isEmailVerified: false,
      deletedAt: now,
    },
    now,
  );
  await users.updatePassword(user.id, noPassword);
  await sessions.eraseOrigins(user.id);
  await tokens.removeAllOf(user.id);
  await mails.removeAllTo(user.email);
}

async function recordEnd(
  { audit, keys, sessions }: Stores,
  { actor, now, user }: { readonly user: User; readonly actor: Actor; readonly now: Date },
): Promise<void> {
  const keysRevoked = await keys.revokeAll(user.id, now);
  const sessionsEnded = await sessions.revokeAll(user.id, now);
  await audit.record({
    action: 'user.delete',
    // By its id alone: the entry outlives the wish to be forgotten.
    actor: { ...actor, email: '' },
    target: { type: 'user', id: user.id },
    before: { role: user.role, emailVerified: user.isEmailVerified },
    after: { deleted: true, keysRevoked, sessionsEnded },
  });
}
