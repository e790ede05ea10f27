import { AppError } from '@tollgate/errors';
import { openSession } from './open-session';
import type { AccountDatabase, AttemptLimits, Clock, PasswordHasher, Secrets } from './ports';
import type { SignedIn } from './sign-up';

export interface LogInInput {
  readonly email: string;
  readonly password: string;
  readonly clientIp: string;
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
  return async ({ email, password, clientIp }) => {
    await ports.limits.takeLogIn(clientIp, email);
    const found = await ports.database.users.findByEmail(email);
    const isRight = await ports.passwords.verify(password, found?.passwordHash);
    if (!found || !isRight) {
      throw new AppError('unauthenticated', { message: 'Wrong email or password' });
    }
    await ports.limits.giveBackLogIn(email);
    if (found.user.isSuspended) throw new AppError('account_suspended');
    const { sessions } = ports.database;
    return { user: found.user, sessionToken: await openSession(ports, sessions, found.user.id) };
  };
}
