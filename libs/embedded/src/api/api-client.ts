import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** A JSON answer of the public API with what the next call needs of it. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** `name=value` of the cookies that were set. */
  readonly cookie: string | undefined;
}

export interface ApiCall {
  /** Left out: POST with a body, GET without. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses besides 2xx that the caller handles. */
  readonly tolerated?: readonly number[];
}

export type ApiClient = (call: ApiCall) => Promise<ApiAnswer>;

const timeoutMs = 30_000;
const unavailable = 503;
const triesMax = 100;
const pauseMs = 100;

/**
 * Calls the API of a stack as any client would; a status that was not expected is an error. A 503
 * is tried again for ten seconds: services that have just started, or whose clock was moved, may
 * be slow to find each other.
 */
export function createApiClient(baseUrl: string): ApiClient {
  const send = (call: ApiCall & { readonly method: string }, key: string): Promise<Response> => {
    const { method, path, body, headers } = call;
    return fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'idempotency-key': key, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  };
  return async (wanted) => {
    const { method = wanted.body === undefined ? 'GET' : 'POST', path, tolerated = [] } = wanted;
    const call = { ...wanted, method };
    const key = randomUUID();
    let response = await send(call, key);
    for (let tries = 1; response.status === unavailable && tries < triesMax; tries += 1) {
      if (tolerated.includes(unavailable)) break;
      await response.body?.cancel();
      await sleep(pauseMs);
      response = await send(call, key);
    }
    const text = await response.text();
    if (!response.ok && !tolerated.includes(response.status)) {
      throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    }
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    return {
      status: response.status,
      // Streams and empty answers have no fields.
      body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
      cookie: cookies.length === 0 ? undefined : cookies.join('; '),
    };
  };
}

/** A field that an answer must have. */
export function textField(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw new Error(`the answer has no text "${name}"`);
  return value;
}
