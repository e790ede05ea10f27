import { AppError } from '@tollgate/errors';
import { getAddressBlock } from '@tollgate/identity';
import type { PasswordHasher } from '../passwords/ports';
import { openSession } from '../sessions/manage-sessions';
import type { AccountDatabase, Clock, Secrets, Stores } from '../shared/ports';
import type { User } from '../users/user';
import type { AttemptLimits } from './ports';

export interface LogInInput {
  readonly email: string;
  readonly password: string;
  /** From a mail; needed while the account is under attack and the address is not known. */
  readonly code?: string | undefined;
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

/**
 * `unauthenticated` is the same for an unknown address and for a wrong password. While an account
 * is under attack, a client at an address it never signed in from gets `login_code_required` before
 * its password is checked: so the answer reveals neither whether the password is right nor whether
 * there is an account.
 */
export function logInUseCase(ports: LogInPorts): LogIn {
  /** The hash of the code that signs in; undefined: none is needed. */
  async function checkCode({ clientIp, code, email }: LogInInput): Promise<string | undefined> {
    const { sessions, tokens } = ports.database;
    const block = getAddressBlock(clientIp);
    const origins = await sessions.listOrigins(email);
    if (origins.some((ip) => getAddressBlock(ip) === block)) return undefined;
    if (code === undefined) throw makeCodeError();
    const hash = ports.secrets.hash(code);
    if ((await tokens.findEmail('log-in', hash, ports.clock.now())) !== email) {
      throw makeCodeError();
    }
    return hash;
  }

  /** Of parallel attempts with one code only one signs in. */
  async function useCode({ tokens }: Stores, hash: string | undefined, userId: string) {
    if (hash === undefined) return;
    if ((await tokens.take('log-in', hash, ports.clock.now())) !== userId) throw makeCodeError();
  }

  return async (input) => {
    const { clientIp, email, password, userAgent } = input;
    const { isUnderAttack } = await ports.limits.takeLogIn(clientIp, email);
    const codeHash = isUnderAttack ? await checkCode(input) : undefined;
    const found = await ports.database.users.findByEmail(email);
    const isRight = await ports.passwords.verify(password, found?.passwordHash);
    if (!found || !isRight) throw makeWrongPasswordError();
    await ports.limits.giveBackLogIn(clientIp, email);
    return ports.database.withTransaction(async (stores) => {
      // Checking took a while: a password that was reset since then must open nothing any more.
      const current = await stores.users.lockForSignIn(found.user.id);
      if (current?.passwordHash !== found.passwordHash) throw makeWrongPasswordError();
      const { user } = current;
      if (user.suspension !== null) throw new AppError('account_suspended');
      await useCode(stores, codeHash, user.id);
      const origin = { userId: user.id, ip: clientIp, userAgent };
      return { user, sessionToken: await openSession(ports, stores.sessions, origin) };
    });
  };
}

function makeWrongPasswordError(): AppError {
  return new AppError('unauthenticated', { message: 'Wrong email or password' });
}

function makeCodeError(): AppError {
  return new AppError('login_code_required', { param: 'code' });
}
