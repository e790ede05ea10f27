import { AppError } from '@tollgate/errors';
import type { AccountDatabase, Clock } from '../shared/ports';
import type { User } from '../users/user';
import type { Session } from './session';

export type GetSession = (session: {
  sessionId: string;
  userId: string;
}) => Promise<{ user: User; session: Session }>;

/** `unauthenticated` when it ended since the edge looked it up. */
export function getSessionUseCase(ports: {
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
