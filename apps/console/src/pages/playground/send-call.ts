import { ApiError } from '../../api/api-error';
import type { Credential } from './credential';

export interface ModelCall {
  readonly path: string;
  /** Sent as JSON, or as a form. */
  readonly body: object | FormData;
}

const unauthorized = 401;

/** Calls a model; an error answer becomes an `ApiError`. */
export async function sendCall(
  credential: Credential,
  { body, path }: ModelCall,
  signal: AbortSignal,
): Promise<Response> {
  const isForm = body instanceof FormData;
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await credential.getToken()}`,
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      'x-title': 'playground',
    },
    // The token alone decides: a browser may hold the cookie of another account.
    credentials: 'omit',
    body: isForm ? body : JSON.stringify(body),
    signal,
  });
  if (response.status === unauthorized) credential.forget();
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
