import type { Session } from '../domain/session';
import type { AccountDatabase, Clock, SessionPage } from './ports';

export type ListSessions = (userId: string, page: SessionPage) => Promise<readonly Session[]>;

/** Those that are alive, newest first. */
export function createListSessions(ports: {
  readonly database: AccountDatabase;
  readonly clock: Clock;
}): ListSessions {
  return (userId, page) => ports.database.sessions.listLive(userId, ports.clock.now(), page);
}
