import type { ApiClient } from '@tollgate/embedded';

/** The headers of a session. */
export type SessionHeaders = { readonly cookie: string };

export async function signIn(
  call: ApiClient,
  path: '/api/auth/login' | '/api/auth/signup',
  body: object,
): Promise<SessionHeaders> {
  const { cookie } = await call({ path, body });
  if (cookie === undefined) throw new Error(`${path} set no cookie`);
  return { cookie };
}
