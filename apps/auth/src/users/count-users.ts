import type { AccountDatabase, Clock } from '../shared/ports';
import type { UserCounts } from './ports';

export type CountUsers = () => Promise<UserCounts>;

const recentMs = 24 * 60 * 60 * 1_000;

/** How many users there are; `recent` are those of the last 24 hours. */
export function countUsersUseCase(ports: {
  readonly database: AccountDatabase;
  readonly clock: Clock;
}): CountUsers {
  return () => ports.database.users.count(new Date(ports.clock.now().getTime() - recentMs));
}
