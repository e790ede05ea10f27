import { AppError } from '@tollgate/errors';
import { makeId } from '@tollgate/ids';
import { noBreaker } from '../accounts/circuit-breaker';
import type { MailSender } from '../mails/ports';
import type { PasswordHasher } from '../passwords/ports';
import { openSession } from '../sessions/manage-sessions';
import type { AccountDatabase, Clock, Secrets, Stores } from '../shared/ports';
import type { User } from '../users/user';
import type { AttemptLimits } from './ports';

export interface SignUpInput {
  readonly email: string;
  readonly password: string;
  readonly name: string | null;
  readonly clientIp: string;
  readonly userAgent: string;
  readonly requestId: string;
}

export interface SignedUp {
  readonly user: User;
  /** Undefined: the user has to log in; the answer must not reveal whether an account existed. */
  readonly sessionToken: string | undefined;
}

export type SignUp = (input: SignUpInput) => Promise<SignedUp>;

interface SignUpPorts {
  readonly database: AccountDatabase;
  readonly limits: AttemptLimits;
  readonly passwords: PasswordHasher;
  readonly secrets: Secrets;
  readonly mailSender: MailSender;
  readonly clock: Clock;
  /** Whether an address that has an account is answered like any other. */
  readonly hidesAccounts: boolean;
}

/** Makes an account and signs it in. `rate_limited`, `conflict` when the address has an account. */
export function signUpUseCase(ports: SignUpPorts): SignUp {
  return async (input) => {
    await ports.limits.takeSignUp(input.clientIp);
    const passwordHash = await ports.passwords.hash(input.password);
    const user = makeUser(input, ports.clock.now());
    const signedUp = await ports.database.withTransaction(async (stores) => {
      const isNew = await stores.users.insert(user, passwordHash);
      if (isNew) await welcome(stores, user, input);
      else if (ports.hidesAccounts) await tellOwner(stores, user);
      else throw new AppError('conflict', { message: 'This email already has an account' });
      // What is answered is what was asked for: it is the same whether the account was made or not.
      if (ports.hidesAccounts) return { user, sessionToken: undefined };
      const origin = { userId: user.id, ip: input.clientIp, userAgent: input.userAgent };
      return { user, sessionToken: await openSession(ports, stores.sessions, origin) };
    });
    ports.mailSender.wake();
    return signedUp;
  };
}

async function welcome({ audit, mails }: Stores, user: User, input: SignUpInput): Promise<void> {
  const { clientIp, requestId } = input;
  const actor = { userId: user.id, email: user.email, clientIp, requestId };
  const target = { type: 'user', id: user.id } as const;
  const after = { email: user.email, name: user.name, role: user.role };
  await audit.record({ action: 'user.signup', actor, target, after });
  await mails.add({ kind: 'verify-email', email: user.email }, user.createdAt);
}

/** As many statements as for a new account: only a mailbox learns which of them it was. */
async function tellOwner({ mails, users }: Stores, { createdAt, email }: User): Promise<void> {
  await users.findByEmail(email);
  await mails.add({ kind: 'account-exists', email }, createdAt);
}

function makeUser({ email, name }: SignUpInput, createdAt: Date): User {
  return {
    id: makeId('user'),
    email,
    name,
    role: 'user',
    isEmailVerified: false,
    suspension: null,
    breaker: noBreaker,
    locale: null,
    hasFreeFallback: true,
    createdAt,
    deletedAt: null,
  };
}
