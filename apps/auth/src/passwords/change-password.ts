import { AppError } from '@tollgate/errors';
import type { Invalidator } from '../keys/ports';
import type { Actor } from '../shared/audit';
import type { AccountDatabase, Clock } from '../shared/ports';
import type { AttemptLimits } from '../sign-in/ports';
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
    const checkedHash = await ports.checkOwnPassword(actor, current, 'current');
    const passwordHash = await ports.passwords.hash(wanted);
    const now = ports.clock.now();
    await ports.database.withTransaction(async ({ audit, sessions, tokens, users }) => {
      const user = await users.lock(userId);
      if (!user || user.deletedAt !== null) throw new AppError('unauthenticated');
      // Hashing took a while: the password may have been reset, or this session ended, since.
      const stored = await users.findWithPassword(userId);
      if (stored?.passwordHash !== checkedHash) throw makeWrongPasswordError('current');
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

/** The stored hash of the right password; an error names `param`, by default `password`. */
export type CheckOwnPassword = (actor: Actor, password: string, param?: string) => Promise<string>;

/** Raises: forbidden for a wrong password, which counts as a guess; rate_limited. */
export function checkOwnPasswordUseCase(ports: {
  readonly database: AccountDatabase;
  readonly limits: AttemptLimits;
  readonly passwords: PasswordHasher;
}): CheckOwnPassword {
  return async ({ clientIp, userId }, password, param) => {
    const found = await ports.database.users.findWithPassword(userId);
    if (!found || found.user.deletedAt !== null) throw new AppError('unauthenticated');
    await ports.limits.takePasswordCheck(clientIp, userId);
    const isRight = await ports.passwords.verify(password, found.passwordHash);
    if (!isRight) throw makeWrongPasswordError(param);
    await ports.limits.giveBackPasswordCheck(userId);
    return found.passwordHash;
  };
}

export function makeWrongPasswordError(param = 'password'): AppError {
  return AppError.forParam('forbidden', param, 'Wrong password');
}
