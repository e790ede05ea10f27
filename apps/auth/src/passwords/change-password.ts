import { AppError } from '@tollgate/errors';
import type { Invalidator } from '../keys/ports';
import type { Actor } from '../shared/audit';
import type { AccountDatabase, Clock } from '../shared/ports';
import { makeWrongPasswordError, type CheckOwnPassword } from './check-own-password';
import type { PasswordHasher } from './ports';

export type ChangePassword = (input: {
  readonly actor: Actor;
  readonly sessionId: string;
  readonly current: string;
  readonly wanted: string;
}) => Promise<void>;

/**
 * Ends every other session and every mailed token: the old password may be known to others.
 * Raises: forbidden for a wrong current password, which counts as a guess.
 */
export function changePasswordUseCase(ports: {
  readonly database: AccountDatabase;
  readonly checkOwnPassword: CheckOwnPassword;
  readonly passwords: PasswordHasher;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
}): ChangePassword {
  return async ({ actor, current, sessionId, wanted }) => {
    const { userId } = actor;
    const checkedHash = await ports.checkOwnPassword(actor, current);
    const passwordHash = await ports.passwords.hash(wanted);
    const now = ports.clock.now();
    await ports.database.withTransaction(async ({ audit, sessions, tokens, users }) => {
      const user = await users.lock(userId);
      if (!user || user.deletedAt !== null) throw new AppError('unauthenticated');
      // Hashing took a while: the password may have been reset, or this session ended, since.
      const stored = await users.findWithPassword(userId);
      if (stored?.passwordHash !== checkedHash) throw makeWrongPasswordError();
      if (!(await sessions.findLive(sessionId, now))) throw new AppError('unauthenticated');
      await users.updatePassword(userId, passwordHash);
      await tokens.removeAllOf(userId);
      const sessionsEnded = await sessions.revokeAll(userId, now, sessionId);
      const target = { type: 'user', id: userId } as const;
      await audit.record({
        action: 'user.password.change',
        actor,
        target,
        after: { sessionsEnded },
      });
    });
    await ports.invalidator.invalidate({ userId });
  };
}
