import { AppError } from '@tollgate/errors';
import { makeWrongPasswordError, type CheckOwnPassword } from '../passwords/change-password';
import { openSession } from '../sessions/manage-sessions';
import type { Actor } from '../shared/audit';
import type { AccountDatabase, Clock, Secrets } from '../shared/ports';
import type { LogInInput, SignedIn } from '../sign-in/log-in';
import type { AttemptLimits } from '../sign-in/ports';
import { makeRecoveryCode, normalizeRecoveryCode, recoveryCodeCount } from './recovery-code';

export interface ManageRecoveryCodes {
  count(userId: string): Promise<number>;
  /** New codes in place of all earlier ones. Raises: forbidden for a wrong password. */
  replace(actor: Actor, password: string): Promise<readonly string[]>;
  /** `unauthenticated` is the same for an unknown address and a wrong code; account_suspended. */
  logIn(
    input: Pick<LogInInput, 'clientIp' | 'email' | 'userAgent'> & {
      readonly code: string;
      readonly requestId: string;
    },
  ): Promise<SignedIn>;
}

interface RecoveryCodePorts {
  readonly database: AccountDatabase;
  readonly checkOwnPassword: CheckOwnPassword;
  readonly limits: Pick<AttemptLimits, 'takeLogIn' | 'giveBackLogIn'>;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

export function manageRecoveryCodesUseCase(ports: RecoveryCodePorts): ManageRecoveryCodes {
  const { database } = ports;
  const hash = (code: string): string => ports.secrets.hash(normalizeRecoveryCode(code));
  return {
    count: (userId) => database.recoveryCodes.count(userId),

    async replace(actor, password) {
      const passwordHash = await ports.checkOwnPassword(actor, password);
      const { userId } = actor;
      const codes = Array.from({ length: recoveryCodeCount }, makeRecoveryCode);
      await database.withTransaction(async ({ audit, recoveryCodes, users }) => {
        // Locks the user: of parallel calls the last one leaves its ten codes, and no others.
        const user = await users.lock(userId);
        if (!user || user.deletedAt !== null) throw new AppError('unauthenticated');
        const stored = await users.findWithPassword(userId);
        if (stored?.passwordHash !== passwordHash) throw makeWrongPasswordError();
        await recoveryCodes.replace(userId, codes.map(hash), ports.clock.now());
        const target = { type: 'user', id: userId } as const;
        const after = { codes: codes.length };
        await audit.record({ action: 'user.recovery_codes.create', actor, target, after });
      });
      return codes;
    },

    async logIn({ clientIp, code, email, requestId, userAgent }) {
      // A code cannot be guessed, so an account under attack needs no mailed one beside it.
      await ports.limits.takeLogIn(clientIp, email);
      const signedIn = await database.withTransaction(async (stores) => {
        const known = await stores.users.findByEmail(email);
        const found = known && (await stores.users.lockForSignIn(known.user.id));
        if (!found || found.user.deletedAt !== null) throw makeWrongCodeError();
        const { user } = found;
        if (!(await stores.recoveryCodes.take(user.id, hash(code)))) throw makeWrongCodeError();
        if (user.suspension !== null) throw new AppError('account_suspended');
        await stores.audit.record({
          action: 'user.recovery_codes.use',
          actor: { userId: user.id, email, clientIp, requestId },
          target: { type: 'user', id: user.id },
          after: { codesLeft: await stores.recoveryCodes.count(user.id) },
        });
        const origin = { userId: user.id, ip: clientIp, userAgent };
        return { user, sessionToken: await openSession(ports, stores.sessions, origin) };
      });
      await ports.limits.giveBackLogIn(clientIp, email);
      return signedIn;
    },
  };
}

function makeWrongCodeError(): AppError {
  return new AppError('unauthenticated', { message: 'Wrong email or recovery code' });
}
