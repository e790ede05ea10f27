/** A JSON answer of the public API with what the next call needs of it. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** `name=value` of the cookies that were set. */
  readonly cookie: string | undefined;
}

export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses besides 2xx that the caller handles. */
  readonly tolerated?: readonly number[];
}

export type ApiClient = (call: ApiCall) => Promise<ApiAnswer>;

const timeoutMs = 30_000;

/** Calls the API as any client would; a status that was not expected is an error. */
export function createApiClient(baseUrl: string): ApiClient {
  return async ({ method, path, body, headers, tolerated = [] }) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (!response.ok && !tolerated.includes(response.status)) {
      throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    }
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    return {
      status: response.status,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
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
