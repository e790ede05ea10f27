import type { Invalidator } from '../keys/ports';
import type { AccountDatabase, Clock } from '../shared/ports';

export type LogOut = (session: { sessionId: string; userId: string }) => Promise<void>;

/** Ends a session everywhere. Ending it twice is no error. */
export function logOutUseCase(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
}): LogOut {
  return async ({ sessionId, userId }) => {
    const { sessions } = ports.database;
    const sessionHash = await sessions.revoke(sessionId, userId, ports.clock.now());
    if (sessionHash !== undefined) await ports.invalidator.invalidate({ sessionHash });
  };
}
