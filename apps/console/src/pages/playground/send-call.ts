import { ApiError } from '../../api/api-error';
import type { Credential } from './credential';

export interface ModelCall {
  readonly path: string;
  /** Sent as JSON, or as a form. */
  readonly body: object | FormData;
  /**
   * It starts a job that goes on without us: both attempts have one idempotency key, so that there
   * is one job. Other calls have none, because with one they would not end when they are stopped.
   */
  readonly startsJob?: boolean;
}

const unauthorized = 401;

/**
 * Calls a model; an error answer becomes an `ApiError`. A token that ended with its session is
 * renewed once.
 */
export async function sendCall(
  credential: Credential,
  call: ModelCall,
  signal: AbortSignal,
): Promise<Response> {
  const idempotencyKey = call.startsJob ? crypto.randomUUID() : undefined;
  const token = await credential.getToken();
  const response = await post(call, { idempotencyKey, signal, token });
  if (response.status !== unauthorized) return requireSuccess(response);
  credential.forget();
  const next = await credential.getToken();
  if (next === token) return requireSuccess(response);
  return requireSuccess(await post(call, { idempotencyKey, signal, token: next }));
}

interface Attempt {
  readonly idempotencyKey: string | undefined;
  readonly token: string;
  readonly signal: AbortSignal;
}

function post(
  { body, path }: ModelCall,
  { idempotencyKey, signal, token }: Attempt,
): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      'x-title': 'playground',
    },
    // The token alone decides: a browser may hold the cookie of another account.
    credentials: 'omit',
    body: isForm ? body : JSON.stringify(body),
    signal,
  });
}

async function requireSuccess(response: Response): Promise<Response> {
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => undefined);
  throw new ApiError(response.status, answer);
}

export function readGenerationId(response: Response): string | undefined {
  return response.headers.get('x-generation-id') ?? undefined;
}

/** USD; from the header `x-<slug>-cost`, which answers without a place for it have. */
export function readCost(response: Response): number | undefined {
  const [, text] = [...response.headers].find(([name]) => /^x-.*-cost$/.test(name)) ?? [];
  return text === undefined ? undefined : Number(text);
}
