import { AppError } from '@tollgate/errors';
import { isId } from '@tollgate/ids';
import type { Invalidator } from '../keys/ports';
import type { AccountDatabase, Clock } from '../shared/ports';

export type EndSession = (session: {
  readonly sessionId: string;
  readonly userId: string;
}) => Promise<void>;

/** Ends one of the caller's sessions everywhere; `not_found` for a foreign one as for none. */
export function endSessionUseCase(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
}): EndSession {
  return async ({ sessionId, userId }) => {
    const sessionHash = isId('session', sessionId)
      ? await ports.database.sessions.revoke(sessionId, userId, ports.clock.now())
      : undefined;
    if (sessionHash === undefined) throw new AppError('not_found');
    await ports.invalidator.invalidate({ sessionHash });
  };
}
