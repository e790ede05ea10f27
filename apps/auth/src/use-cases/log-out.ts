import type { AccountDatabase, Clock, Invalidator } from './ports';

export type LogOut = (session: { sessionId: string; userId: string }) => Promise<void>;

/** Ends a session everywhere. Ending it twice is no error. */
export function createLogOut(ports: {
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
