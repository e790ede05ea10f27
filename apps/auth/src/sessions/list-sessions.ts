import type { AccountDatabase, Clock } from '../shared/ports';
import type { SessionPage } from './ports';
import type { Session } from './session';

export type ListSessions = (userId: string, page: SessionPage) => Promise<readonly Session[]>;

/** Those that are alive, newest first. */
export function listSessionsUseCase(ports: {
  readonly database: AccountDatabase;
  readonly clock: Clock;
}): ListSessions {
  return (userId, page) => ports.database.sessions.listLive(userId, ports.clock.now(), page);
}
