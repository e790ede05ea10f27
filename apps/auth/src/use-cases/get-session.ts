import { AppError } from '@tollgate/errors';
import type { Session } from '../domain/session';
import type { User } from '../domain/user';
import type { AccountDatabase, Clock } from './ports';

export type GetSession = (session: {
  sessionId: string;
  userId: string;
}) => Promise<{ user: User; session: Session }>;

/** `unauthenticated` when it ended since the edge looked it up. */
export function createGetSession(ports: {
  readonly database: AccountDatabase;
  readonly clock: Clock;
}): GetSession {
  return async ({ sessionId, userId }) => {
    const [session, user] = await Promise.all([
      ports.database.sessions.findLive(sessionId, ports.clock.now()),
      ports.database.users.findById(userId),
    ]);
    if (!session || !user || session.userId !== user.id) throw new AppError('unauthenticated');
    return { session, user };
  };
}
