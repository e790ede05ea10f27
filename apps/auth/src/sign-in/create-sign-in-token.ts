import { AppError } from '@tollgate/errors';
import { isId } from '@tollgate/ids';
import type { Actor } from '../shared/audit';
import type { AccountDatabase, Clock, Secrets } from '../shared/ports';

export type CreateSignInToken = (
  userId: string,
  requestId: string,
) => Promise<{ readonly token: string; readonly expiresAt: Date }>;

const tokenLifeMs = 15 * 60 * 1_000;

/**
 * Only the gRPC port offers this, to callers with the service secret, and only where SIGN_IN_LINKS
 * is on: a route for operators would let each of them act as any user.
 * A new token replaces the one before. Raises: forbidden where links are off, not_found.
 */
export function createSignInTokenUseCase(ports: {
  readonly database: AccountDatabase;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly areLinksEnabled: boolean;
}): CreateSignInToken {
  return async (userId, requestId) => {
    if (!ports.areLinksEnabled) throw new AppError('forbidden', { message: 'Links are off' });
    if (!isId('user', userId)) throw new AppError('not_found');
    const token = ports.secrets.makeToken();
    const expiresAt = new Date(ports.clock.now().getTime() + tokenLifeMs);
    await ports.database.withTransaction(async ({ audit, tokens, users }) => {
      const user = await users.lock(userId);
      if (!user || user.deletedAt !== null) throw new AppError('not_found');
      const hash = ports.secrets.hash(token);
      await tokens.put({ userId, kind: 'sign-in-link', hash }, expiresAt);
      const actor: Actor = { type: 'system', userId: 'stack', email: '', clientIp: '', requestId };
      const target = { type: 'user', id: userId } as const;
      await audit.record({ action: 'user.sign_in_link.create', actor, target });
    });
    return { token, expiresAt };
  };
}
