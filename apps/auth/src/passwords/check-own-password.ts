import { AppError } from '@tollgate/errors';
import type { Actor } from '../shared/audit';
import type { AccountDatabase } from '../shared/ports';
import type { AttemptLimits } from '../sign-in/ports';
import type { PasswordHasher } from './ports';

/** The stored hash of the right password. */
export type CheckOwnPassword = (actor: Actor, password: string) => Promise<string>;

/** Raises: forbidden for a wrong password, which counts as a guess; rate_limited. */
export function checkOwnPasswordUseCase(ports: {
  readonly database: AccountDatabase;
  readonly limits: AttemptLimits;
  readonly passwords: PasswordHasher;
}): CheckOwnPassword {
  return async ({ clientIp, userId }, password) => {
    const found = await ports.database.users.findWithPassword(userId);
    if (!found || found.user.deletedAt !== null) throw new AppError('unauthenticated');
    await ports.limits.takePasswordCheck(clientIp, userId);
    const isRight = await ports.passwords.verify(password, found.passwordHash);
    if (!isRight) throw makeWrongPasswordError();
    await ports.limits.giveBackPasswordCheck(userId);
    return found.passwordHash;
  };
}

export function makeWrongPasswordError(): AppError {
  return new AppError('forbidden', { message: 'Wrong password' });
}
