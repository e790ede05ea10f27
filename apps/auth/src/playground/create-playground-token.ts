import { AppError } from '@tollgate/errors';
import { invalidateKey } from '../keys/invalidate-key';
import type { Invalidator } from '../keys/ports';
import type { AccountDatabase, Clock, Secrets } from '../shared/ports';

export interface CreatedPlaygroundToken {
  readonly token: string;
  readonly expiresAt: Date;
}

export type CreatePlaygroundToken = (caller: {
  readonly sessionId: string;
}) => Promise<CreatedPlaygroundToken>;

const tokenLifeMs = 10 * 60 * 1_000;
const tokensPerSessionMax = 5;
/** Leak scanners look for the beginning of API keys. */
const tokenPrefix = 'sk-tg-pg-';

/**
 * A bearer for model calls of a signed-in page, charged to the user's own account. It cannot call
 * for an organization: members do that with a key that the organization made for them.
 * The oldest token over the bound ends. Raises: unauthenticated when the session has ended.
 */
export function createPlaygroundTokenUseCase(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly secrets: Secrets;
  readonly clock: Clock;
}): CreatePlaygroundToken {
  return async ({ sessionId }) => {
    const now = ports.clock.now();
    const token = tokenPrefix + ports.secrets.makeKeyText();
    const expiresAt = new Date(now.getTime() + tokenLifeMs);
    const ended = await ports.database.withTransaction(async ({ playgroundTokens, sessions }) => {
      // One after the other, so that parallel calls cannot pass the bound together.
      const session = await sessions.lockLive(sessionId, now);
      if (!session) throw new AppError('unauthenticated');
      const hash = ports.secrets.hash(token);
      await playgroundTokens.insert({ sessionId, createdAt: now, expiresAt }, hash);
      return playgroundTokens.deleteOldest(sessionId, tokensPerSessionMax, now);
    });
    await invalidateKey(ports.invalidator, ended);
    return { token, expiresAt };
  };
}
