import { hashKey, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';
import { read } from '../api/client';
import { clearUnauthorized } from '../api/unauthorized';
import { getAccount, logOut } from '../api/generated/sdk.gen';
import type { GetAccountResponse } from '../api/generated/types.gen';
import { forgetAccountState } from './account-change';
import { queryClient } from './query-client';

export type Account = GetAccountResponse;

const queryKey = ['account'];
const accountHash = hashKey(queryKey);

/**
 * The signed-in account; null without a session. When a session ends, the account that was read
 * before stays: the page is kept until its user signs in again.
 */
export const accountQuery = queryOptions({
  queryKey,
  queryFn: async (): Promise<Account | null> => {
    try {
      return await read(getAccount());
    } catch (error) {
      const hasEnded = isUnauthorized(error) && queryClient.getQueryData(queryKey) != null;
      if (isUnauthorized(error) && !hasEnded) return null;
      throw error;
    }
  },
});

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Null for a visitor. The router has loaded the account before a page is shown. */
export function useMaybeAccount(): Account | null {
  return useSuspenseQuery(accountQuery).data;
}

/** For pages behind the sign-in. */
export function useAccount(): Account {
  const data = useMaybeAccount();
  if (data === null) throw new Error('this page needs a session');
  return data;
}

export function isOperator({ user }: Account): boolean {
  return user.role === 'operator';
}

/** After a sign-in: forgets what was read before, and the 401 that led to the sign-in page. */
export function startSession(): void {
  forgetAccount();
}

/**
 * After a sign-in on a page whose session ended: what is shown stays until it is read again, unless
 * another account has signed in.
 */
export async function continueSession(): Promise<void> {
  clearUnauthorized();
  forgetAccountState();
  const before = queryClient.getQueryData<Account | null>(queryKey);
  // An account that cannot be read may be another one.
  const now = await queryClient.fetchQuery({ ...accountQuery, staleTime: 0 }).catch(() => null);
  if (now !== null && now.user.id === before?.user.id) await queryClient.invalidateQueries();
  else await queryClient.resetQueries({ predicate: ({ queryHash }) => queryHash !== accountHash });
}

/** A session that has ended already needs no sign-out. */
export async function signOut(): Promise<void> {
  try {
    await read(logOut());
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
  }
  forgetAccount();
}

/** Everything in memory that belongs to one account. */
function forgetAccount(): void {
  clearUnauthorized();
  forgetAccountState();
  queryClient.clear();
}
