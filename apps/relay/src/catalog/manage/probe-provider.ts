import {
  createTokenPost,
  CredentialsError,
  TokenCache,
  TokenRefusedError,
} from '@tollgate/cloud-auth';
import { getGlobalDispatcher, request as sendRequest } from 'undici';
import { prepareModelList } from './model-list-request';
import { readListText } from './read-list-text';
import type { KeyTest, ProbeProvider } from './test-provider-key';

const tokens = new TokenCache(createTokenPost(getGlobalDispatcher()));
const timeoutMs = 5_000;

/** Requests the list of models. Does not follow redirects: a key must not reach another host. */
export const probeProvider: ProbeProvider = async (key) => {
  const startedMs = Date.now();
  const describe = (result: Omit<KeyTest, 'latencyMs'>): KeyTest => ({
    ...result,
    latencyMs: Date.now() - startedMs,
  });
  let status: number | null = null;
  try {
    const list = prepareModelList(key);
    const answer = await sendRequest(list.url, {
      headers: { ...list.headers, ...(await list.authorize?.(tokens)) },
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = answer.statusCode;
    const text = await readListText(answer.body);
    if (status !== 200) return describe({ ok: false, status, models: null, error: name(status) });
    const models = list.readItems(JSON.parse(text))?.length ?? null;
    return describe({ ok: true, status, models, error: null });
  } catch (error) {
    return describe({ ok: false, status, models: null, error: explain(error, status) });
  }
};

function name(status: number): string {
  if (status === 401 || status === 403) return 'upstream_auth_failed';
  if (status === 404) return 'not_found';
  return status === 429 ? 'upstream_rate_limited' : 'upstream_unavailable';
}

function explain(error: unknown, status: number | null): string {
  const isRefused = error instanceof TokenRefusedError || error instanceof CredentialsError;
  if (isRefused) return 'upstream_auth_failed';
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  // It answered with something other than a list.
  return status === null ? 'upstream_unreachable' : 'upstream_unavailable';
}
