import { AppError } from '@tollgate/errors';
import type { User } from '../domain/user';
import { openSession } from './open-session';
import type { AccountDatabase, AttemptLimits, Clock, PasswordHasher, Secrets } from './ports';

export interface LogInInput {
  readonly email: string;
  readonly password: string;
  readonly clientIp: string;
  readonly userAgent: string;
}

export interface SignedIn {
  readonly user: User;
  readonly sessionToken: string;
}

export type LogIn = (input: LogInInput) => Promise<SignedIn>;

interface LogInPorts {
  readonly database: AccountDatabase;
  readonly limits: AttemptLimits;
  readonly passwords: PasswordHasher;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** `unauthenticated` says the same for an unknown address as for a wrong password. */
export function createLogIn(ports: LogInPorts): LogIn {
  return async ({ clientIp, email, password, userAgent }) => {
    await ports.limits.takeLogIn(clientIp, email);
    const found = await ports.database.users.findByEmail(email);
    const isRight = await ports.passwords.verify(password, found?.passwordHash);
    if (!found || !isRight) throw makeWrongPasswordError();
    await ports.limits.giveBackLogIn(email);
    return ports.database.withTransaction(async ({ sessions, users }) => {
      // Checking took a while: a password that was reset since then must open nothing any more.
      const current = await users.lockForSignIn(found.user.id);
      if (current?.passwordHash !== found.passwordHash) throw makeWrongPasswordError();
      const { user } = current;
      if (user.suspension !== null) throw new AppError('account_suspended');
      const origin = { userId: user.id, ip: clientIp, userAgent };
      return { user, sessionToken: await openSession(ports, sessions, origin) };
    });
  };
}

function makeWrongPasswordError(): AppError {
  return new AppError('unauthenticated', { message: 'Wrong email or password' });
}
