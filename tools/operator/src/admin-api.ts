import { resolve } from 'node:path';
import { findCredentials } from '@tollgate/embedded';
import { UsageError } from './usage-error';

/** Calls the operator API. Raises with the message of the gateway. */
export type CallAdmin = <T>(path: string, body?: object) => Promise<T>;

const timeoutMs = 60_000;

/** The gateway of `TOLLGATE_URL` and `ADMIN_TOKEN`, or the stack that runs here. */
export function openAdminApi(environment: NodeJS.ProcessEnv): CallAdmin {
  const stack = findCredentials(resolve(environment['TOLLGATE_DATA'] ?? '.data'));
  const site = environment['TOLLGATE_URL'] ?? stack?.siteUrl;
  const token = environment['ADMIN_TOKEN'] ?? stack?.adminToken;
  if (site === undefined || token === undefined)
    throw new UsageError('set TOLLGATE_URL and ADMIN_TOKEN, or run "npm start" here');
  return async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(new URL(`/api/admin/${path}`, site), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { readonly error?: { readonly message?: string } };
    if (response.ok) return answer as T;
    throw new Error(answer.error?.message ?? `the gateway answered with ${response.status}`);
  };
}
