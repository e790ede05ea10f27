import { makeId } from '@tollgate/ids';
import { noBreaker } from '../domain/circuit-breaker';
import type { User } from '../domain/user';
import { openSession } from './open-session';
import type { AccountDatabase, AttemptLimits, Clock, PasswordHasher, Secrets } from './ports';

export interface SignUpInput {
  readonly email: string;
  readonly password: string;
  readonly name: string | null;
  readonly clientIp: string;
  readonly requestId: string;
}

export interface SignedIn {
  readonly user: User;
  readonly sessionToken: string;
}

export type SignUp = (input: SignUpInput) => Promise<SignedIn>;

interface SignUpPorts {
  readonly database: AccountDatabase;
  readonly limits: AttemptLimits;
  readonly passwords: PasswordHasher;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** Makes an account and signs it in. `rate_limited`, `conflict` when the address has an account. */
export function createSignUp(ports: SignUpPorts): SignUp {
  return async (input) => {
    await ports.limits.takeSignUp(input.clientIp);
    const passwordHash = await ports.passwords.hash(input.password);
    const user: User = {
      id: makeId('user'),
      email: input.email,
      name: input.name,
      role: 'user',
      isEmailVerified: false,
      isSuspended: false,
      breaker: noBreaker,
      createdAt: ports.clock.now(),
    };
    const { clientIp, requestId } = input;
    const actor = { userId: user.id, email: user.email, clientIp, requestId };
    const target = { type: 'user', id: user.id } as const;
    const after = { email: user.email, name: user.name, role: user.role };
    return ports.database.withTransaction(async ({ users, sessions, audit }) => {
      await users.insert(user, passwordHash);
      await audit.record({ action: 'user.signup', actor, target, after });
      return { user, sessionToken: await openSession(ports, sessions, user.id) };
    });
  };
}
