import type { Invalidator } from '../keys/ports';
import type { Actor } from '../shared/audit';
import type { AccountDatabase, Clock } from '../shared/ports';

export type EndOtherSessions = (actor: Actor, sessionId: string) => Promise<void>;

/** Ends every session of the user but the one that asks. Ending none is no error. */
export function endOtherSessionsUseCase(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
}): EndOtherSessions {
  return async (actor, sessionId) => {
    const { userId } = actor;
    const now = ports.clock.now();
    await ports.database.withTransaction(async ({ audit, sessions }) => {
      const sessionsEnded = await sessions.revokeAll(userId, now, sessionId);
      if (sessionsEnded === 0) return;
      const target = { type: 'user', id: userId } as const;
      await audit.record({ action: 'user.sessions.end', actor, target, after: { sessionsEnded } });
    });
    await ports.invalidator.invalidate({ userId });
  };
}
