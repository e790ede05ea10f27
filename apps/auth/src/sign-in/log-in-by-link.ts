import { AppError } from '@tollgate/errors';
import { openSession } from '../sessions/manage-sessions';
import type { AccountDatabase, Clock, Secrets } from '../shared/ports';
import type { LogInInput, SignedIn } from './log-in';
import { makeBadTokenError } from './verify-email';

export type LogInByLink = (
  input: Pick<LogInInput, 'clientIp' | 'userAgent'> & { readonly token: string },
) => Promise<SignedIn>;

/**
 * Of parallel uses of one token only one signs in. `bad_request` for a token that is unknown, used,
 * replaced or too old; `account_suspended`, which leaves the token as it is.
 */
export function logInByLinkUseCase(ports: {
  readonly database: AccountDatabase;
  readonly secrets: Secrets;
  readonly clock: Clock;
}): LogInByLink {
  return async ({ clientIp: ip, token, userAgent }) => {
    const hash = ports.secrets.hash(token);
    return ports.database.withTransaction(async ({ sessions, tokens, users }) => {
      const userId = await tokens.take('sign-in-link', hash, ports.clock.now());
      const found = userId === undefined ? undefined : await users.lockForSignIn(userId);
      if (!found || found.user.deletedAt !== null) throw makeBadTokenError();
      const { user } = found;
      if (user.suspension !== null) throw new AppError('account_suspended');
      const origin = { userId: user.id, ip, userAgent };
      return { user, sessionToken: await openSession(ports, sessions, origin) };
    });
  };
}
