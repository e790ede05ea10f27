import { setImmediate as turn } from 'node:timers/promises';

/** A parsed answer of any shape; the assertions of a test say what it must be. */
export type Json = ReturnType<typeof JSON.parse>;

export interface ApiCall {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS';
  /** An API key or the operator's token. */
  readonly bearer?: string;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a form, a text or bytes as they are. */
  readonly body?: unknown;
  readonly timeoutMs?: number;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined when it is not JSON. */
  readonly json: Json;
}

const defaultTimeoutMs = 30_000;

/** One call through the edge, with whatever it answers. */
export async function callApi(url: string, call: ApiCall = {}): Promise<ApiAnswer> {
  const response = await sendRequest(url, call);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parseJson(text) };
}

/** The same without reading the body. */
export async function sendRequest(url: string, call: ApiCall = {}): Promise<Response> {
  const { body, bearer, cookie, headers, timeoutMs = defaultTimeoutMs } = call;
  // While a suite loads, the edge may close idle connections: they must be seen before one is used.
  await turn();
  return fetch(url, {
    method: call.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body === undefined || body instanceof FormData
        ? {}
        : { 'content-type': 'application/json' }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: encodeBody(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
}

function encodeBody(body: unknown): string | FormData | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string' || body instanceof FormData) return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
