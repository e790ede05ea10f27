import type { AccountDatabase } from '../shared/ports';
import type { UserFilter } from './ports';
import type { User } from './user';

export interface UserPage {
  readonly before: string | undefined;
  readonly limit: number;
}

export type ListUsers = (
  filter: UserFilter,
  page: UserPage,
) => Promise<{ readonly users: readonly User[]; readonly next: string | null }>;

/** Newest first; `next` is where the following page begins. */
export function listUsersUseCase(ports: { readonly database: AccountDatabase }): ListUsers {
  return async (filter, { before, limit }) => {
    const found = await ports.database.users.list(filter, { before, limit: limit + 1 });
    const users = found.slice(0, limit);
    return { users, next: found.length > limit ? (users.at(-1)?.id ?? null) : null };
  };
}
