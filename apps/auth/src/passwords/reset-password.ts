import type { Invalidator } from '../keys/ports';
import type { AccountDatabase, Clock, Secrets, Stores } from '../shared/ports';
import { makeBadTokenError } from '../sign-in/verify-email';
import { describeUser, verifyMailbox, type User } from '../users/user';
import type { PasswordHasher } from './ports';

export type ResetPassword = (input: {
  readonly token: string;
  readonly password: string;
  /** Also deletes the keys of a verified account. */
  readonly hasKeysRevoked: boolean;
  readonly clientIp: string;
  readonly requestId: string;
}) => Promise<void>;

interface ResetPasswordPorts {
  readonly database: AccountDatabase;
  readonly passwords: PasswordHasher;
  readonly secrets: Pick<Secrets, 'hash'>;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
  readonly operatorEmails: ReadonlySet<string>;
}

/**
 * Sets the password, ends every session and confirms the mailbox. If the address was never
 * verified before, the account may be another person's work, so every key, passkey and recovery
 * code that was made with it is deleted. `bad_request` for a token that is unknown, used, replaced
 * or too old.
 */
export function resetPasswordUseCase(ports: ResetPasswordPorts): ResetPassword {
  return async ({ clientIp, hasKeysRevoked, password, requestId, token }) => {
    const hash = ports.secrets.hash(token);
    // Before the password is hashed: a made-up token must not cost a core for 100 ms.
    const isLive = await ports.database.tokens.isLive('reset-password', hash, ports.clock.now());
    if (!isLive) throw makeBadTokenError();
    const passwordHash = await ports.passwords.hash(password);
    const now = ports.clock.now();
    const userId = await ports.database.withTransaction(async (stores) => {
      const { audit, keys, sessions, tokens, users } = stores;
      const ownerId = await tokens.take('reset-password', hash, now);
      const user = ownerId === undefined ? undefined : await users.lock(ownerId);
      if (!user || user.deletedAt !== null) throw makeBadTokenError();
      const verified = verifyMailbox(user, ports.operatorEmails);
      await users.update(verified, now);
      await users.updatePassword(user.id, passwordHash);
      await tokens.removeAllOf(user.id);
      const sessionsEnded = await sessions.revokeAll(user.id, now);
      const keysRevoked = user.isEmailVerified
        ? hasKeysRevoked && (await keys.revokeAll(user.id, now))
        : await keys.revokeEvery(user.id, now);
      const passkeysDeleted =
        user.isEmailVerified && !hasKeysRevoked ? 0 : await forget(stores, user);
      await audit.record({
        action: 'user.password.reset',
        actor: { userId: user.id, email: user.email, clientIp, requestId },
        target: { type: 'user', id: user.id },
        before: describeUser(user),
        after: {
          ...describeUser(verified),
          sessionsEnded,
          keysRevoked: Number(keysRevoked),
          passkeysDeleted,
        },
      });
      return user.id;
    });
    await ports.invalidator.invalidate({ userId });
  };
}

/** How many passkeys were deleted; the recovery codes go with them. */
async function forget({ passkeys, recoveryCodes }: Stores, { id }: User): Promise<number> {
  await recoveryCodes.removeAllOf(id);
  return passkeys.removeAllOf(id);
}
