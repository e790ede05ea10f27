import { AppError } from '@tollgate/errors';
import type { Invalidator } from '../keys/ports';
import type { AccountDatabase, Clock, Secrets } from '../shared/ports';
import { describeUser, verifyMailbox } from '../users/user';

export type VerifyEmail = (input: {
  readonly token: string;
  readonly clientIp: string;
  readonly requestId: string;
}) => Promise<void>;

/** `bad_request` for a token that is unknown, used, replaced or too old. */
export function verifyEmailUseCase(ports: {
  readonly database: AccountDatabase;
  readonly secrets: Pick<Secrets, 'hash'>;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
  readonly operatorEmails: ReadonlySet<string>;
}): VerifyEmail {
  return async ({ clientIp, requestId, token }) => {
    const now = ports.clock.now();
    const hash = ports.secrets.hash(token);
    const userId = await ports.database.withTransaction(async ({ audit, tokens, users }) => {
      const ownerId = await tokens.take('verify-email', hash, now);
      const user = ownerId === undefined ? undefined : await users.lock(ownerId);
      if (!user || user.deletedAt !== null) throw makeBadTokenError();
      const verified = verifyMailbox(user, ports.operatorEmails);
      await users.update(verified, now);
      await audit.record({
        action: 'user.email.verify',
        actor: { userId: user.id, email: user.email, clientIp, requestId },
        target: { type: 'user', id: user.id },
        before: describeUser(user),
        after: describeUser(verified),
      });
      return user.id;
    });
    // A new operator role must reach every edge.
    await ports.invalidator.invalidate({ userId });
  };
}

/** One text for every token that does not count, whatever the reason. */
export function makeBadTokenError(): AppError {
  return new AppError('bad_request', {
    message: 'This link is not valid any more. Please ask for a new one.',
    param: 'token',
  });
}
