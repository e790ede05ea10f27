import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';
import { read } from '../api/client';
import { clearUnauthorized } from '../api/unauthorized';
import { getAccount, logOut } from '../api/generated/sdk.gen';
import type { GetAccountResponse } from '../api/generated/types.gen';
import { queryClient } from './query-client';

export type Account = GetAccountResponse;

/** The signed-in account; null without a session. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async (): Promise<Account | null> => {
    try {
      return await read(getAccount());
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

/** For pages behind the sign-in: the router has loaded the account before they are shown. */
export function useAccount(): Account {
  const { data } = useSuspenseQuery(accountQuery);
  if (data === null) throw new Error('this page needs a session');
  return data;
}

export function isOperator({ user }: Account): boolean {
  return user.role === 'operator';
}

/** After a sign-in: forgets what was read before, and the 401 that led to the sign-in page. */
export function startSession(): void {
  clearUnauthorized();
  queryClient.clear();
}

export async function signOut(): Promise<void> {
  await read(logOut());
  queryClient.clear();
}
