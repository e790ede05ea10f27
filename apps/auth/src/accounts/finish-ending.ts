import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import type { Invalidator } from '../keys/ports';
import type { Orgs } from '../shared/org-ports';
import type { AccountDatabase, Clock, Stores } from '../shared/ports';
import { assertOperatorRemains } from '../users/update-user';
import { makeTombstone, type User } from '../users/user';
import type { AccountEnding } from './ports';

/** Whether the account was deleted now, and not before; may be repeated after any failure. */
export type FinishEnding = (ending: AccountEnding) => Promise<boolean>;

interface FinishEndingPorts {
  readonly database: AccountDatabase;
  readonly orgs: Pick<Orgs, 'endMemberships'>;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** No password has this hash. */
const noPassword = 'deleted';

/**
 * Memberships end first: the only org_admin of an organization keeps the account. They are ended
 * once more when the account is gone, because it could join an organization in between. Raises:
 * last_org_admin, bad_request for the last operator; then the account stays and nothing is left to
 * finish.
 */
export function finishEndingUseCase(ports: FinishEndingPorts): FinishEnding {
  const { clock, database, invalidator, logger, orgs } = ports;

  async function leaveOrgs({ requestId, userId }: AccountEnding): Promise<void> {
    const organizations = await orgs.endMemberships(userId, false, requestId);
    if (organizations.length === 0) return;
    await database.endings.remove(userId);
    throw new AppError('last_org_admin', { metadata: { organizations } });
  }

  async function deleteUser(ending: AccountEnding): Promise<boolean> {
    const { userId } = ending;
    const now = clock.now();
    let isDeleted = false;
    try {
      isDeleted = await database.withTransaction(async (stores) => {
        assertOperatorRemains(await stores.users.lockOperators(), userId);
        const user = await stores.users.lock(userId);
        if (!user || user.deletedAt !== null) return false;
        await bury(stores, user, now);
        await recordEnd(stores, { user, ending, now });
        return true;
      });
    } catch (error) {
      if (AppError.is(error, 'bad_request')) await database.endings.remove(userId);
      throw error;
    }
    await invalidator.invalidate({ userId });
    return isDeleted;
  }

  return async (ending) => {
    const { requestId, userId } = ending;
    const user = await database.users.findById(userId);
    let isDeleted = false;
    if (user && user.deletedAt === null) {
      await leaveOrgs(ending);
      isDeleted = await deleteUser(ending);
    }
    try {
      await orgs.endMemberships(userId, true, requestId);
      await database.endings.remove(userId);
    } catch (error) {
      // The account is gone; the job ends what is left.
      logger.warn('memberships of a deleted account not ended', { userId, error });
    }
    return isDeleted;
  };
}

/** Removes all personal data from the account. */
async function bury(stores: Stores, user: User, now: Date): Promise<void> {
  const { mails, passkeys, recoveryCodes, sessions, tokens, users } = stores;
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
  await passkeys.removeAllOf(user.id);
  await recoveryCodes.removeAllOf(user.id);
  await mails.removeAllTo(user.email);
}

async function recordEnd(
  { audit, keys, sessions }: Stores,
  options: { readonly user: User; readonly ending: AccountEnding; readonly now: Date },
): Promise<void> {
  const { ending, now, user } = options;
  const keysRevoked = await keys.revokeAll(user.id, now);
  const sessionsEnded = await sessions.revokeAll(user.id, now);
  await audit.record({
    action: 'user.delete',
    // The id alone: audit entries are kept after the personal data was deleted.
    actor: { ...ending, email: '' },
    target: { type: 'user', id: user.id },
    before: { role: user.role, emailVerified: user.isEmailVerified },
    after: { deleted: true, keysRevoked, sessionsEnded },
  });
}
